import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Principal } from '../../domain/access.ts';
import type { FileOutcome, IngestJob, IngestSettings, UploadedFile } from '../../domain/ingest-job.ts';
import type { Clock } from '../../domain/run-context.ts';
import {
  insertJob,
  nextFiles,
  readJob,
  removeJobsFinishedBefore,
  setState,
  storeOutcomes,
  unfinishedJobs,
} from './ingest-rows.ts';

/** Some files of a job, to be dealt with on behalf of whoever made the job; an outcome for each, in their order. */
export interface IngestTask {
  principal: Principal;
  settings: IngestSettings;
  files: readonly UploadedFile[];
}

export interface JobWorker {
  /** A file that fails for good is an outcome. What is thrown is tried again later. It may be given a file twice. */
  ingest(task: IngestTask): Promise<FileOutcome[]>;
  /** After the last file of a stretch of work. */
  settle(): Promise<void>;
}

/** Work that outlives the request, and the process, that asked for it. */
export interface Jobs {
  /** Stores the files and the wish to ingest them, both or neither. */
  enqueue(principal: Principal, settings: IngestSettings, files: readonly UploadedFile[]): Promise<string>;
  /** A job of the principal's own; anyone else's does not exist for them. */
  get(principal: Principal, id: string): Promise<IngestJob | null>;
  /** Deals with jobs, some files after the other, until `close`. As sole owner it first takes up what a crash left. */
  work(worker: JobWorker, options: { soleOwner: boolean }): void;
  /** Ends after the files in hand; the rest waits for the next worker. */
  close(): Promise<void>;
}

const QUEUE = 'ingest';
const POLL_MS = 2_000;
/** A long job is worked in stretches, so that one whose process died is noticed soon and others get their turn. */
const STRETCH_MS = 60_000;
const QUEUE_OPTIONS = {
  name: QUEUE,
  policy: 'standard' as const,
  // Longer than any group of files can take: reading is stopped after 20 s each, embedding after ten minutes.
  expireInSeconds: 15 * 60,
  retryLimit: 3,
  retryDelay: 5,
  retentionDays: 365,
};
const MAINTENANCE_MS = 60_000;
/** Long enough to ask what became of a job, short enough not to keep names of files for ever. */
const KEEP_JOBS_MS = 30 * 24 * 60 * 60_000;

interface JobsOptions {
  db: Kysely<unknown>;
  pool: pg.Pool;
  clock: Clock;
  newId: () => string;
  logProblem: (problem: string, error: unknown) => void;
}

interface Stretch {
  job_id: string;
}

/** Jobs on pg-boss: its queue says what is to be worked on, our tables what was asked and how far it is. */
export function createJobs({ db, pool, clock, newId, logProblem }: JobsOptions): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'galen_jobs',
    migrate: true,
    // Maintenance and polling are this loop's own: pg-boss's leave failures of the database unhandled.
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => logProblem('the job queue had a problem', error));
  const alarm = createAlarm();
  let starting: Promise<unknown> | null = null;
  let working: Promise<void> | null = null;
  let closed = false;

  return {
    async enqueue(principal, settings, files) {
      await start();
      const id = newId();
      await db.transaction().execute(async (tx) => {
        await insertJob(tx, { id, principal, settings, created_at: now() }, files);
        await send(id, tx);
      });
      alarm.ring();
      return id;
    },

    get: (principal, id) => readJob(db, principal, id),

    work(worker, { soleOwner }) {
      working ??= workUntilClosed(worker, soleOwner);
    },

    async close() {
      closed = true;
      alarm.ring();
      await working;
      await starting?.catch(() => undefined);
      if (starting) await boss.stop({ graceful: false, close: false });
    },
  };

  /** On the first use: most commands never need the queue. */
  function start(): Promise<unknown> {
    starting ??= boss.start().then(() => boss.createQueue(QUEUE, QUEUE_OPTIONS));
    starting.catch(() => {
      starting = null;
    });
    return starting;
  }

  async function send(job_id: string, executor: Kysely<unknown> = db): Promise<void> {
    const stretch: Stretch = { job_id };
    const executeSql = (text: string, values: unknown[]) =>
      executor.executeQuery(CompiledQuery.raw(text, values));
    // A cast, because the rows of another's statement have no type here.
    await boss.send(QUEUE, stretch, { db: { executeSql: executeSql as PgBoss.Db['executeSql'] } });
  }

  async function workUntilClosed(worker: JobWorker, soleOwner: boolean): Promise<void> {
    let resumed = !soleOwner;
    let maintainedAt = Number.NEGATIVE_INFINITY;
    while (!closed) {
      try {
        await start();
        if (!resumed) await resume();
        resumed = true;
        if (clock() - maintainedAt > MAINTENANCE_MS) {
          await boss.maintain();
          await removeJobsFinishedBefore(db, new Date(clock() - KEEP_JOBS_MS).toISOString());
          maintainedAt = clock();
        }
        const [next] = await boss.fetch<Stretch>(QUEUE, { includeMetadata: true });
        if (next) await workStretch(next, worker);
        else await alarm.wait(POLL_MS);
      } catch (error) {
        logProblem('a job could not be worked on', error);
        if (!closed) await alarm.wait(POLL_MS);
      }
    }
  }

  /** Nobody else can be at work: whatever is unfinished waits for us, also what pg-boss still holds for running. */
  async function resume(): Promise<void> {
    await boss.purgeQueue(QUEUE);
    for (const id of await unfinishedJobs(db)) await send(id);
  }

  async function workStretch(stretch: PgBoss.JobWithMetadata<Stretch>, worker: JobWorker): Promise<void> {
    const { job_id } = stretch.data;
    try {
      if (!(await workFiles(job_id, worker))) await send(job_id);
      await boss.complete(QUEUE, stretch.id);
    } catch (error) {
      if (stretch.retryCount >= stretch.retryLimit) await setState(db, job_id, 'failed', now());
      await boss.fail(QUEUE, stretch.id);
      throw error;
    }
  }

  /** Whether no file is left. */
  async function workFiles(jobId: string, worker: JobWorker): Promise<boolean> {
    const until = clock() + STRETCH_MS;
    await setState(db, jobId, 'running', null);
    while (!closed && clock() < until) {
      const next = await nextFiles(db, jobId);
      const [first] = next;
      if (!first) {
        await worker.settle();
        await setState(db, jobId, 'done', now());
        return true;
      }
      const { principal, settings } = first;
      const outcomes = await worker.ingest({ principal, settings, files: next });
      await storeOutcomes(
        db,
        jobId,
        next.flatMap(({ position }, i) => (outcomes[i] ? [{ position, outcome: outcomes[i] }] : [])),
      );
    }
    return false;
  }

  function now(): string {
    return new Date(clock()).toISOString();
  }
}

/** Lets a polling loop sleep, and wakes it early when there is work; at once if it was woken since the last wait. */
function createAlarm() {
  let bell = new AbortController();
  return {
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: bell.signal }).catch(() => undefined);
      bell = new AbortController();
    },
    ring: () => bell.abort(),
  };
}
