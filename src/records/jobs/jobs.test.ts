import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IngestSettings } from '../../domain/ingest-job.ts';
import { samplePrincipal } from '../testing/sample-records.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { jobsContract } from './jobs.contract.ts';
import { createJobs, removeJobsFinishedBefore } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const problems: unknown[] = [];
const open = () =>
  createJobs({
    db: database.db,
    pool: database.pool,
    clock: Date.now,
    newId: randomUUID,
    logProblem: (_, error) => problems.push(error),
  });

jobsContract('pg-boss on the embedded database', open);

it('had no problems, and keeps the bytes of no file that was dealt with', async () => {
  expect(problems).toEqual([]);
  const kept = await sql<{ name: string }>`
    select name from ingest_files where (bytes is null) <> (outcome is not null)`.execute(database.db);
  expect(kept.rows).toEqual([]);
});

it('stores neither job nor files when the queue cannot take them', async () => {
  const jobs = open();
  const me = samplePrincipal();
  const settings = IngestSettings.parse({});
  await jobs.enqueue(me, settings, []);
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from ingest_jobs`.execute(database.db)).rows[0]?.n;
  const before = await count();
  await sql`alter table galen_jobs.job rename to gone`.execute(database.db);
  await expect(jobs.enqueue(me, settings, [])).rejects.toThrow();
  await sql`alter table galen_jobs.gone rename to job`.execute(database.db);
  expect(await count()).toBe(before);
  await jobs.close();
});

it('forgets jobs that were finished a month ago, and no others', async () => {
  const me = samplePrincipal();
  const jobs = open();
  const [old, recent, waiting] = await Promise.all(
    [1, 2, 3].map(() => jobs.enqueue(me, IngestSettings.parse({}), [])),
  );
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const finish = (id: string | undefined, at: string) =>
    sql`update ingest_jobs set state = 'done', finished_at = ${at} where id = ${id}`.execute(database.db);
  await finish(old, daysAgo(31));
  await finish(recent, daysAgo(29));
  await removeJobsFinishedBefore(database.db, daysAgo(30));
  expect(await jobs.get(me, old ?? '')).toBeNull();
  expect(await jobs.get(me, recent ?? '')).not.toBeNull();
  expect(await jobs.get(me, waiting ?? '')).not.toBeNull();
  await jobs.close();
});
