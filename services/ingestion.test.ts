import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GalenProcess, startGalenProcess } from '../src/app/testing/galen-process.ts';
import { readJson } from '../src/app/testing/read-json.ts';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import type { IngestJob, IngestProgress } from '../src/domain/ingest-job.ts';
import type { DocumentSummary } from '../src/domain/passage.ts';
import { chunkDocument } from '../src/retrieval/ingest/chunk-document.ts';

const BIN = fileURLToPath(new URL('../bin/galen.mjs', import.meta.url));
const FILES = 50;
const SECTIONS = 12;
const KILLS = 3;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galen-ingest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A text of several passages. */
function textOf(name: string): string {
  const section = (n: number) =>
    `## Part ${n} of ${name}\n\n${`Sentence ${n} tells of ${name}. `.repeat(22)}`;
  return `# ${name}\n\n${Array.from({ length: SECTIONS }, (_, n) => section(n)).join('\n\n')}`;
}

async function ended(server: GalenProcess, jobId: string): Promise<IngestJob> {
  for (;;) {
    const job = await readJson<IngestJob>(fetch(`${server.url}/v1/jobs/${jobId}`));
    if (job.state === 'done' || job.state === 'failed') return job;
    await sleep(100);
  }
}

async function documentsIn(server: GalenProcess, collection: string): Promise<DocumentSummary[]> {
  const response = fetch(`${server.url}/v1/documents?limit=200`);
  const { documents } = await readJson<{ documents: DocumentSummary[] }>(response);
  return documents.filter((document) => document.collection === collection);
}

describe('ingestion', () => {
  it('ends with exactly the right passages, however often it is killed on the way', async () => {
    const dataDir = await readyFolder();
    let server = await startGalenProcess(dataDir);
    const form = new FormData();
    for (let i = 0; i < FILES; i += 1) form.append('files', new Blob([textOf(`File ${i}`)]), `file-${i}.md`);
    form.append('collection', 'killed');
    const posted = fetch(`${server.url}/v1/documents`, { method: 'POST', body: form });
    const { job_id } = await readJson<{ job_id: string }>(posted);

    const seen: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Some way on from where the last one was killed, in the middle of a file.
      for (;;) {
        const { progress, state } = await readJson<IngestJob>(fetch(`${server.url}/v1/jobs/${job_id}`));
        if (progress.done > (seen.at(-1) ?? 0) || state === 'done') {
          seen.push(progress.done);
          break;
        }
        await sleep(5);
      }
      server.kill('SIGKILL');
      await server.exited;
      server = await startGalenProcess(dataDir);
    }
    expect(seen[0]).toBeLessThan(FILES);

    const job = await ended(server, job_id);
    expect(job).toMatchObject({ state: 'done', progress: { done: FILES, total: FILES, failed: [] } });
    const documents = await documentsIn(server, 'killed');
    const passages = (text: string) => chunkDocument({ id: 'x', text, language: 'en' }).length;
    const expected = Array.from({ length: FILES }, (_, i) => `File ${i}`).map((title) => [
      title,
      passages(textOf(title)),
    ]);
    expect(passages(textOf('File 1'))).toBeGreaterThan(5);
    expect(documents.map((document) => [document.title, document.passages]).sort()).toEqual(expected.sort());
    server.kill('SIGTERM');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  });

  it('works from the command line, alone and beside a server, and again changes nothing', async () => {
    const dataDir = await readyFolder();
    const files = join(folder, 'handbook');
    await mkdir(join(files, 'deep'), { recursive: true });
    await writeFile(join(files, 'one.md'), textOf('One'));
    await writeFile(join(files, 'deep', 'two.txt'), 'Two is a short text.');
    await writeFile(join(files, '.hidden.md'), 'Hidden.');
    const ingest = (...words: string[]) =>
      new Promise<{ code: number; stdout: string }>((resolve) => {
        // As the folder was made: by another embedder its index would be built anew.
        const env = { ...process.env, GALEN_DATA_DIR: dataDir, GALEN_EMBED_MODEL: 'hash' };
        execFile(
          process.execPath,
          [BIN, 'ingest', files, '--collection', 'wards', ...words],
          { env },
          (error, stdout) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout }),
        );
      });

    const alone = await ingest('--json');
    expect(alone.code).toBe(0);
    const progress: IngestProgress = JSON.parse(alone.stdout);
    expect(progress).toMatchObject({ done: 2, total: 2, loaded: 2, failed: [] });

    const server = await startGalenProcess(dataDir);
    expect(await ingest()).toEqual({
      code: 0,
      stdout: '2 of 2 files: 0 documents loaded, 2 unchanged, 0 removed\n',
    });
    await writeFile(join(files, 'broken.md'), new Uint8Array([0xff, 0xfe, 0x00]));
    await writeFile(join(files, 'one.md'), 'One is short now.');
    const mixed = await ingest();
    expect(mixed.code).toBe(1);
    expect(mixed.stdout).toMatch(
      /^3 of 3 files: 1 documents loaded, 1 unchanged, 0 removed\n {2}failed {4}handbook\/broken\.md: /u,
    );
    expect((await documentsIn(server, 'wards')).map(({ passages }) => passages)).toEqual([1, 1]);
    // What came in by the command line answers a question, as what was uploaded does.
    const asked = await fetch(`${server.url}/v1/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'What is a short text?', flow: 'evidence' }),
    });
    expect(((await asked.json()) as { message: string }).message).toContain('Two is a short text.');
    server.kill('SIGTERM');
    await server.exited;

    expect((await ingest('--as', 'patient')).code).toBe(2);
    await rm(dataDir, { recursive: true, force: true });
  });
});
