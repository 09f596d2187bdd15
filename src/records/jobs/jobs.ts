import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Principal } from '../../domain/access.ts';
import type {
  FileOutcome,
  IngestJob,
  IngestProgress,
  IngestSettings,
  JobState,
  UploadedFile,
} from '../../domain/ingest-job.ts';
import type { Clock } from '../../domain/run-context.ts';

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
const FILES_AT_ONCE = 32;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
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

interface JobRow {
  state: JobState;
  created_at: Date;
  finished_at: Date | null;
  files: { name: string; outcome: FileOutcome | null }[];
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
        await sql`
          insert into ingest_jobs (id, tenant_id, user_id, principal, settings, state, created_at)
          values (${id}, ${principal.tenant_id}, ${principal.user_id}, ${JSON.stringify(principal)},
                  ${JSON.stringify(settings)}, 'queued', ${now()})`.execute(tx);
        for (const [position, { name, bytes }] of files.entries()) {
          await sql`
            insert into ingest_files (job_id, position, name, bytes)
            values (${id}, ${position}, ${name}, ${Buffer.from(bytes)})`.execute(tx);
        }
        await send(id, tx);
      });
      alarm.ring();
      return id;
    },

    async get({ tenant_id, user_id }, id) {
      const { rows } = await sql<JobRow>`
        select state, created_at, finished_at,
               (select coalesce(json_agg(json_build_object('name', name, 'outcome', outcome) order by position), '[]')
                from ingest_files where job_id = ingest_jobs.id) as files
        from ingest_jobs
        where id = ${id} and tenant_id = ${tenant_id} and user_id = ${user_id}`.execute(db);
      const [job] = rows;
      if (!job) return null;
      return {
        id,
        state: job.state,
        progress: progressOf(job.files),
        created_at: job.created_at.toISOString(),
        finished_at: job.finished_at?.toISOString() ?? null,
      };
    },

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
    const { rows } = await sql<{ id: string }>`
      select id from ingest_jobs where finished_at is null order by created_at, id`.execute(db);
    for (const { id } of rows) await send(id);
  }

  async function workStretch(stretch: PgBoss.JobWithMetadata<Stretch>, worker: JobWorker): Promise<void> {
    const { job_id } = stretch.data;
    try {
      if (!(await workFiles(job_id, worker))) await send(job_id);
      await boss.complete(QUEUE, stretch.id);
    } catch (error) {
      if (stretch.retryCount >= stretch.retryLimit) await setState(job_id, 'failed', now());
      await boss.fail(QUEUE, stretch.id);
      throw error;
    }
  }

  /** Whether no file is left. */
  async function workFiles(jobId: string, worker: JobWorker): Promise<boolean> {
    const until = clock() + STRETCH_MS;
    await setState(jobId, 'running', null);
    while (!closed && clock() < until) {
      const next = await nextFiles(jobId);
      const [first] = next;
      if (!first) {
        await worker.settle();
        await setState(jobId, 'done', now());
        return true;
      }
      const { principal, settings } = first;
      const outcomes = await worker.ingest({ principal, settings, files: next });
      const dealtWith = next.flatMap(({ position }, i) =>
        outcomes[i] ? [{ position, outcome: outcomes[i] }] : [],
      );
      // What became of the files is kept, and their bytes no longer.
      await sql`
        update ingest_files file set outcome = row.outcome, bytes = null
        from json_to_recordset(${JSON.stringify(dealtWith)}::json) as row(position integer, outcome json)
        where file.job_id = ${jobId} and file.position = row.position`.execute(db);
    }
    return false;
  }

  /** The next files of a job that nobody has dealt with: some small ones, or one large one. */
  async function nextFiles(jobId: string) {
    const found = await sql<{ position: number; name: string; bytes: Buffer } & Omit<IngestTask, 'files'>>`
      select position, name, bytes, principal, settings
      from (select *, row_number() over (order by position) as place,
                   sum(octet_length(bytes)) over (order by position) as total
            from ingest_files where job_id = ${jobId} and outcome is null) as file
      join ingest_jobs on ingest_jobs.id = job_id
      where finished_at is null and (place = 1 or (place <= ${FILES_AT_ONCE} and total <= ${BYTES_AT_ONCE}))
      order by position`.execute(db);
    return found.rows;
  }

  async function setState(jobId: string, state: JobState, finishedAt: string | null): Promise<void> {
    await sql`
      with freed as (
        update ingest_files set bytes = null
        where job_id = ${jobId} and ${finishedAt}::timestamptz is not null and bytes is not null)
      update ingest_jobs set state = ${state}, finished_at = ${finishedAt}
      where id = ${jobId} and finished_at is null`.execute(db);
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

/** With what became of their files. What the files held stays in the knowledge. */
export async function removeJobsFinishedBefore(db: Kysely<unknown>, time: string): Promise<void> {
  await sql`delete from ingest_jobs where finished_at < ${time}`.execute(db);
}

function progressOf(files: JobRow['files']): IngestProgress {
  const done = files.flatMap(({ name, outcome }) => (outcome ? [{ file: name, ...outcome }] : []));
  const sum = (key: 'loaded' | 'unchanged' | 'removed') =>
    done.reduce((total, outcome) => total + outcome[key], 0);
  return {
    done: done.length,
    total: files.length,
    loaded: sum('loaded'),
    unchanged: sum('unchanged'),
    removed: sum('removed'),
    failed: done.flatMap(({ file, reason, code }) =>
      reason === null ? [] : [{ file, reason, ...(code === undefined ? {} : { code }) }],
    ),
    skipped: done.flatMap(({ file, skipped }) => skipped.map((skip) => ({ file, ...skip }))),
  };
}
