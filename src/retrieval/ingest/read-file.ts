import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { codeOf, GalenError } from '../../domain/errors.ts';
import { threadModule } from '../../language/read-lexicon.ts';
import { DEFAULT_READ_LIMITS, ParsedFile, ReadLimits } from './parsed-document.ts';
import { detectFormat, FILE_FORMATS } from './read-format.ts';

/** The documents of a file of any format Galen reads. Whatever the file does, it does to a thread that can be killed. */
export async function readFile(file: {
  name: string;
  bytes: Uint8Array;
  limits?: Partial<ReadLimits>;
}): Promise<ParsedFile> {
  const { name, bytes } = file;
  const limits = { ...DEFAULT_READ_LIMITS, ...file.limits };
  if (bytes.length > limits.bytes) {
    throw new GalenError('DOCUMENT_TOO_LARGE', { file: name, problem: `more than ${limits.bytes} bytes` });
  }
  if (bytes.length === 0) throw new GalenError('DOCUMENT_UNREADABLE', { file: name, problem: 'it is empty' });
  const format = detectFormat(name, bytes);
  const reply = await readInWorker({ format, name, bytes, limits });
  if (reply.type === 'failed') throw new GalenError(reply.code, { file: name, problem: reply.problem });
  return reply.file;
}

const MIB = 1024 * 1024;
const MEMORY_CHECK_MS = 50;
/** After a bigger file the thread goes, and its memory with it. */
const KEEP_AFTER_BYTES = MIB;
/** More files than this at once wait for their turn, so that uploads together cannot take all memory either. */
const MOST_AT_ONCE = 2;

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

/** Has a file read in a thread of its own, which is killed when it takes too long or too much memory. */
export async function readInWorker(request: ReadRequest, start = startWorker): Promise<ReadReply> {
  if (busy >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await readNow(request, start);
  } finally {
    // Whoever waits takes this place over.
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

async function readNow(request: ReadRequest, start: typeof startWorker): Promise<ReadReply> {
  const isUsual = start === startWorker && request.limits.memoryMiB === DEFAULT_READ_LIMITS.memoryMiB;
  const worker = (isUsual ? idle.pop() : undefined) ?? start(request.limits.memoryMiB);
  worker.ref();
  const outcome = await replyOf(worker, request);
  if (isUsual && outcome.isAlive && request.bytes.length <= KEEP_AFTER_BYTES) {
    worker.unref();
    idle.push(worker);
    worker.once('exit', () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
  } else {
    await worker.terminate();
  }
  return outcome.reply;
}

function replyOf(worker: Worker, request: ReadRequest): Promise<{ reply: ReadReply; isAlive: boolean }> {
  const { milliseconds, memoryMiB } = request.limits;
  const rssAtStart = process.memoryUsage.rss();
  return new Promise((resolve) => {
    const end = (reply: ReadReply, isAlive: boolean) => {
      clearTimeout(clock);
      clearInterval(scales);
      // By name: without names the thread's own listeners would go too, and it would hear nothing more.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      // It may still fail while it is being killed; nobody waits for it any more.
      worker.on('error', () => {});
      resolve({ reply, isAlive });
    };
    const fail = (problem: string) => end({ type: 'failed', code: 'DOCUMENT_UNREADABLE', problem }, false);
    const clock = setTimeout(() => fail(`reading it takes longer than ${milliseconds} ms`), milliseconds);
    // The heap limit of a thread does not count buffers, where unpacked streams lie.
    const scales = setInterval(() => {
      if (process.memoryUsage.rss() - rssAtStart > 2 * memoryMiB * MIB)
        fail('reading it takes too much memory');
    }, MEMORY_CHECK_MS);
    worker.on('message', (message: unknown) => end(ReadReply.parse(message), true));
    worker.on('error', (error) => {
      const isOutOfMemory = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(isOutOfMemory ? 'reading it takes too much memory' : 'its reader failed');
    });
    worker.on('exit', () => fail('its reader ended without an answer'));
    worker.postMessage(request);
  });
}

export function startWorker(memoryMiB: number): Worker {
  return startThread(threadModule('./read-file-worker', import.meta.url), memoryMiB);
}

export function startThread(module: URL, memoryMiB: number): Worker {
  return new Worker(module, {
    // Libraries complain on the console about what they meet in files; that is not for the server's log.
    // The streams stay unread, since reading them would keep the process alive for an idle thread.
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
}

/** What the thread that reads is asked. */
export const ReadRequest = z.object({
  format: z.enum(FILE_FORMATS),
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  limits: ReadLimits,
});
export type ReadRequest = z.infer<typeof ReadRequest>;

/** What it answers. An error of ours comes with its code; what a library threw may quote the file and stays behind. */
export const ReadReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('parsed'), file: ParsedFile }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['DOCUMENT_UNREADABLE', 'DOCUMENT_TOO_LARGE']),
    problem: z.string(),
  }),
]);
export type ReadReply = z.infer<typeof ReadReply>;
