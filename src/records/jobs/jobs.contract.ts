import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../domain/access.ts';
import { type FileOutcome, IngestSettings, type UploadedFile } from '../../domain/ingest-job.ts';
import { samplePrincipal } from '../testing/sample-records.ts';
import type { IngestTask, Jobs, JobWorker } from './jobs.ts';

const SETTINGS = IngestSettings.parse({ collection: 'wards', scope: 'public' });
const LOADED: FileOutcome = { loaded: 1, unchanged: 0, removed: 0, skipped: [], reason: null };
const file = (name: string) => ({ name, bytes: new TextEncoder().encode(`text of ${name}`) });
/** Small files may be handed over together; one of these comes alone. */
const large = (name: string) => ({ name, bytes: new Uint8Array(3 * 1024 * 1024).fill(32) });
type OneFile = Omit<IngestTask, 'files'> & { file: UploadedFile };
const worker = (ingest: (task: OneFile) => Promise<FileOutcome>): JobWorker => ({
  async ingest({ files, ...task }) {
    const outcomes: FileOutcome[] = [];
    for (const one of files) outcomes.push(await ingest({ ...task, file: one }));
    return outcomes;
  },
  settle: async () => undefined,
});

/** What every queue of jobs must do. `open` gives another process's view of the same store each time. */
export function jobsContract(name: string, open: () => Jobs): void {
  describe(`jobs (${name})`, () => {
    const ended = (jobs: Jobs, me: Principal, id: string) =>
      vi.waitFor(
        async () => {
          const job = await jobs.get(me, id);
          expect(job?.finished_at).toEqual(expect.any(String));
          return job;
        },
        { timeout: 20_000, interval: 50 },
      );

    it('waits with its files until someone works, then tells what became of each', async () => {
      const me = samplePrincipal();
      const jobs = open();
      const id = await jobs.enqueue(me, SETTINGS, [file('a'), file('b'), file('c')]);
      expect(await jobs.get(me, id)).toMatchObject({ state: 'queued', progress: { done: 0, total: 3 } });
      const seen: OneFile[] = [];
      jobs.work(
        worker(async (task) => {
          seen.push(task);
          if (task.file.name !== 'b') return LOADED;
          const skipped = [{ place: 'row 3', reason: 'blank' }];
          return { ...LOADED, loaded: 0, skipped, reason: 'it is broken' };
        }),
        { soleOwner: true },
      );
      expect(await ended(jobs, me, id)).toMatchObject({
        id,
        state: 'done',
        progress: {
          done: 3,
          total: 3,
          loaded: 2,
          failed: [{ file: 'b', reason: 'it is broken' }],
          skipped: [{ file: 'b', place: 'row 3', reason: 'blank' }],
        },
      });
      expect(
        seen.map(({ file: { name: given, bytes } }) => [given, new TextDecoder().decode(bytes)]),
      ).toEqual(['a', 'b', 'c'].map((given) => [given, `text of ${given}`]));
      expect(seen[0]).toMatchObject({ principal: me, settings: SETTINGS });
      await jobs.close();
    });

    it('is seen by its maker alone', async () => {
      const me = samplePrincipal();
      const jobs = open();
      const id = await jobs.enqueue(me, SETTINGS, [file('a')]);
      expect(await jobs.get({ ...me, user_id: 'another' }, id)).toBeNull();
      expect(await jobs.get({ ...me, tenant_id: 'another' }, id)).toBeNull();
      expect(await jobs.get(me, randomUUID())).toBeNull();
      expect(await jobs.get(me, id)).toMatchObject({ id });
      await jobs.close();
    });

    it('is taken up where a worker that died left it', async () => {
      const me = samplePrincipal();
      const dying = open();
      const id = await dying.enqueue(me, SETTINGS, [large('a'), large('b'), large('c')]);
      await new Promise<void>((reached) => {
        dying.work(
          worker(async (task) => {
            if (task.file.name !== 'b') return LOADED;
            reached();
            // As a process that is killed: it never comes back.
            return new Promise(() => undefined);
          }),
          { soleOwner: true },
        );
      });
      expect(await dying.get(me, id)).toMatchObject({ state: 'running', progress: { done: 1 } });
      const next = open();
      const seen: string[] = [];
      next.work(
        worker(async (task) => {
          if (task.principal.tenant_id === me.tenant_id) seen.push(task.file.name);
          return LOADED;
        }),
        { soleOwner: true },
      );
      expect(await ended(next, me, id)).toMatchObject({ state: 'done', progress: { done: 3, loaded: 3 } });
      expect(seen).toEqual(['b', 'c']);
      await next.close();
    });

    it('goes on with the files in hand when closed, and leaves the rest to the next', async () => {
      const me = samplePrincipal();
      const first = open();
      const id = await first.enqueue(me, SETTINGS, [large('a'), large('b')]);
      let closing: Promise<void> | null = null;
      await new Promise<void>((reached) => {
        first.work(
          worker(async () => {
            closing = first.close();
            reached();
            return LOADED;
          }),
          { soleOwner: true },
        );
      });
      await closing;
      expect(await first.get(me, id)).toMatchObject({ state: 'running', progress: { done: 1, total: 2 } });
      const next = open();
      // Not as sole owner: what a worker leaves on purpose is back in the queue.
      next.work(
        worker(async () => LOADED),
        { soleOwner: false },
      );
      expect(await ended(next, me, id)).toMatchObject({ state: 'done', progress: { done: 2 } });
      await next.close();
    });
  });
}
