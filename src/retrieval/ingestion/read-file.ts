import { GalenError } from '../../domain/errors.ts';
import { detectFormat } from './detect-format.ts';
import type { ParsedFile } from './parsed-document.ts';
import { readInWorker } from './read-in-worker.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './read-limits.ts';

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
