import { type Kysely, sql } from 'kysely';
import type { Principal } from '../../domain/access.ts';
import type {
  FileOutcome,
  IngestJob,
  IngestProgress,
  IngestSettings,
  JobState,
  UploadedFile,
} from '../../domain/ingest-job.ts';

export async function insertJob(
  tx: Kysely<unknown>,
  job: { id: string; principal: Principal; settings: IngestSettings; created_at: string },
  files: readonly UploadedFile[],
): Promise<void> {
  const { id, principal, settings, created_at } = job;
  await sql`
    insert into ingest_jobs (id, tenant_id, user_id, principal, settings, state, created_at)
    values (${id}, ${principal.tenant_id}, ${principal.user_id}, ${JSON.stringify(principal)},
            ${JSON.stringify(settings)}, 'queued', ${created_at})`.execute(tx);
  for (const [position, { name, bytes }] of files.entries()) {
    await sql`
      insert into ingest_files (job_id, position, name, bytes)
      values (${id}, ${position}, ${name}, ${Buffer.from(bytes)})`.execute(tx);
  }
}

export async function readJob(
  db: Kysely<unknown>,
  { tenant_id, user_id }: Principal,
  id: string,
): Promise<IngestJob | null> {
  const found = await sql<{
    state: JobState;
    created_at: Date;
    finished_at: Date | null;
    files: { name: string; outcome: FileOutcome | null }[];
  }>`
    select state, created_at, finished_at,
           (select coalesce(json_agg(json_build_object('name', name, 'outcome', outcome) order by position), '[]')
            from ingest_files where job_id = ingest_jobs.id) as files
    from ingest_jobs
    where id = ${id} and tenant_id = ${tenant_id} and user_id = ${user_id}`.execute(db);
  const job = found.rows[0];
  if (!job) return null;
  return {
    id,
    state: job.state,
    progress: progressOf(job.files),
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

const FILES_AT_ONCE = 32;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** The next files of a job that nobody has dealt with: some small ones, or one large one. */
export async function nextFiles(db: Kysely<unknown>, jobId: string) {
  const found = await sql<{
    position: number;
    name: string;
    bytes: Buffer;
    principal: Principal;
    settings: IngestSettings;
  }>`
    select position, name, bytes, principal, settings
    from (select *, row_number() over (order by position) as place,
                 sum(octet_length(bytes)) over (order by position) as total
          from ingest_files where job_id = ${jobId} and outcome is null) as file
    join ingest_jobs on ingest_jobs.id = job_id
    where finished_at is null and (place = 1 or (place <= ${FILES_AT_ONCE} and total <= ${BYTES_AT_ONCE}))
    order by position`.execute(db);
  return found.rows;
}

/** Keeps what became of files, and their bytes no longer. */
export async function storeOutcomes(
  db: Kysely<unknown>,
  jobId: string,
  outcomes: readonly { position: number; outcome: FileOutcome }[],
): Promise<void> {
  await sql`
    update ingest_files file set outcome = row.outcome, bytes = null
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as row(position integer, outcome json)
    where file.job_id = ${jobId} and file.position = row.position`.execute(db);
}

export async function setState(
  db: Kysely<unknown>,
  jobId: string,
  state: JobState,
  finishedAt: string | null,
): Promise<void> {
  await sql`
    with freed as (
      update ingest_files set bytes = null
      where job_id = ${jobId} and ${finishedAt}::timestamptz is not null and bytes is not null)
    update ingest_jobs set state = ${state}, finished_at = ${finishedAt}
    where id = ${jobId} and finished_at is null`.execute(db);
}

/** With what became of their files. What the files held stays in the knowledge. */
export async function removeJobsFinishedBefore(db: Kysely<unknown>, time: string): Promise<void> {
  await sql`delete from ingest_jobs where finished_at < ${time}`.execute(db);
}

export async function unfinishedJobs(db: Kysely<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from ingest_jobs where finished_at is null order by created_at, id`.execute(db);
  return found.rows.map(({ id }) => id);
}

function progressOf(files: readonly { name: string; outcome: FileOutcome | null }[]): IngestProgress {
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
