import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { type IngestJob, type IngestProgress, IngestSettings } from '../../domain/ingest-job.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import type { Galen } from '../compose.ts';
import { type CommandOptions, EXIT, parseRequest, showProgress, withGalen } from './command.ts';

/** A job waits in the database with its files, so a large folder goes in by parts. */
const FILES_A_JOB = 100;
const BYTES_A_JOB = 32 * 1024 * 1024;
const LOOK_MS = 200;

/** `galen ingest`: adds files and folders to the knowledge, and waits until they are in. Options say how they are stored. */
export async function ingest(paths: string[], { as, json, ...options }: CommandOptions): Promise<void> {
  const principal = demoPrincipal(as);
  const settings = parseRequest(IngestSettings, options);
  const files = await collectFiles(paths);
  if (files.length === 0) throw new GalenError('BAD_REQUEST', { problem: 'there are no files' });

  await withGalen(async (galen) => {
    const { kind, soleOwner } = galen.database;
    // Beside a running server the work is the server's.
    if (kind !== 'attached') galen.ingestion.startWork({ soleOwner });
    const show = showProgress('Ingesting');
    const ended: IngestJob[] = [];
    for (const part of inParts(files)) {
      const uploads = await Promise.all(
        part.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })),
      );
      const jobId = await galen.ingestion.add(principal, settings, uploads);
      const before = total(ended).done;
      ended.push(await waitFor(galen, principal, jobId, ({ done }) => show(before + done, files.length)));
    }
    const progress = total(ended);
    process.stdout.write(json ? `${JSON.stringify(progress, null, 2)}\n` : summaryOf(progress));
    const gaveUp = ended.some(({ state }) => state === 'failed');
    if (gaveUp || progress.failed.length > 0) process.exitCode = EXIT.failed;
  });
}

async function waitFor(
  { jobs }: Galen,
  principal: Principal,
  jobId: string,
  onProgress: (progress: IngestProgress) => void,
): Promise<IngestJob> {
  for (;;) {
    const job = await jobs.get(principal, jobId);
    if (!job) throw new GalenError('NOT_FOUND', { what: 'job' });
    onProgress(job.progress);
    if (job.finished_at !== null) return job;
    await sleep(LOOK_MS);
  }
}

function* inParts(files: readonly FoundFile[]): Generator<FoundFile[]> {
  let part: FoundFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (part.length > 0 && (part.length === FILES_A_JOB || bytes + file.size > BYTES_A_JOB)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(file);
    bytes += file.size;
  }
  yield part;
}

function total(ended: readonly IngestJob[]): IngestProgress {
  const all = ended.map(({ progress }) => progress);
  const sum = (key: 'done' | 'total' | 'loaded' | 'unchanged' | 'removed') =>
    all.reduce((count, progress) => count + progress[key], 0);
  return {
    done: sum('done'),
    total: sum('total'),
    loaded: sum('loaded'),
    unchanged: sum('unchanged'),
    removed: sum('removed'),
    failed: all.flatMap(({ failed }) => failed),
    skipped: all.flatMap(({ skipped }) => skipped),
  };
}

function summaryOf({ done, total, loaded, unchanged, removed, failed, skipped }: IngestProgress): string {
  const lines = [
    `${done} of ${total} files: ${loaded} documents loaded, ${unchanged} unchanged, ${removed} removed`,
    ...skipped.map(({ file, place, reason }) => `  left out  ${file}, ${place}: ${reason}`),
    ...failed.map(({ file, reason }) => `  failed    ${file}: ${reason}`),
  ];
  return `${lines.join('\n')}\n`;
}

interface FoundFile {
  path: string;
  /** Its name in the knowledge: the same from wherever the command is given. */
  name: string;
  size: number;
}

/** The files named, and those in the folders named; hidden ones are left out. A name stands for one file only. */
async function collectFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const given of paths) {
    const path = resolve(given);
    const info = await stat(path).catch(() => {
      throw badRequest(`${given} cannot be found`);
    });
    const inside = info.isDirectory() ? await filesIn(path) : [''];
    for (const relative of inside) {
      const file = join(path, relative);
      const name = join(basename(path), relative).replaceAll('\\', '/');
      const earlier = found.get(name);
      if (earlier && earlier.path !== file) throw badRequest(`two files have the name ${name}`);
      found.set(name, { path: file, name, size: (await stat(file)).size });
    }
  }
  return [...found.values()];
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split(/[\\/]/u).some((part) => part.startsWith('.')))
    .sort();
}

function badRequest(problem: string): GalenError {
  return new GalenError('BAD_REQUEST', { problem });
}
