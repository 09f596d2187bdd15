import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsContract } from './approvals.contract.ts';
import { createApprovals } from './approvals.ts';
import { auditContract } from './audit/audit.contract.ts';
import { createAudit } from './audit/audit.ts';
import { conversationsContract } from './conversations.contract.ts';
import { createConversations } from './conversations.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import { feedbacksContract } from './feedbacks.contract.ts';
import { createFeedbacks } from './feedbacks.ts';
import { memoriesContract } from './memories.contract.ts';
import { createMemories } from './memories.ts';
import { recordMigrations } from './record-migrations.ts';
import { runRecordsContract, type StoreUnderTest } from './run-records.contract.ts';
import { createRunRecords } from './run-records.ts';
import { sampleFinish, samplePrincipal, sampleRun } from './testing/sample-records.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

let embedded: TestDatabase;
beforeAll(async () => {
  embedded = await openTestDatabase();
});
afterAll(() => embedded.close());

const serverUrl = process.env.GALEN_TEST_DATABASE_URL;
const databases: [string, () => Promise<OpenDatabase>][] = [
  // One embedded database serves all suites: each test has tenants of its own.
  ['embedded', async () => ({ ...embedded, close: async () => undefined })],
];
if (serverUrl === undefined) {
  console.info('The records are tested on the embedded database only: GALEN_TEST_DATABASE_URL is not set.');
} else {
  databases.push([
    'server',
    () => openDatabase({ dataDir: '', url: serverUrl, migrations: recordMigrations, log: () => undefined }),
  ]);
}

for (const [name, open] of databases) {
  const openStore = async () => storeOf(await open());
  runRecordsContract(name, openStore);
  conversationsContract(name, openStore);
  auditContract(name, openStore);
  memoriesContract(name, openStore);
  approvalsContract(name, openStore);
  feedbacksContract(name, openStore);
}

describe('round trips', () => {
  it('are one to begin a turn and one to finish it', async () => {
    const statements: string[] = [];
    const me = samplePrincipal();
    const run = sampleRun();
    const connect: () => Promise<pg.PoolClient> = embedded.pool.connect;
    const counted = async () => {
      const client = await connect();
      const query = (...args: unknown[]) => {
        statements.push(String(args[0]).slice(0, 20));
        // A cast, because the driver's overloads do not matter to a counter.
        return (client.query as (...args: unknown[]) => unknown)(...args);
      };
      return { ...client, query };
    };
    Object.assign(embedded.pool, { connect: counted });
    const records = createRunRecords({
      db: embedded.db,
      instanceId: 'i',
      clock: Date.now,
      newId: randomUUID,
    });
    await records.begin(me, run);
    expect(statements).toHaveLength(1);
    await records.finish(me, sampleFinish(me, run));
    expect(statements).toHaveLength(2);
    Object.assign(embedded.pool, { connect });
  });
});

function storeOf(database: OpenDatabase): StoreUnderTest {
  let now = 0;
  const { db } = database;
  return {
    runRecords: (instanceId) => createRunRecords({ db, instanceId, clock: () => now, newId: randomUUID }),
    setClock: (to) => {
      now = to;
    },
    conversations: createConversations({ db }),
    audit: createAudit({ db }),
    memories: createMemories({ db }),
    approvals: createApprovals({ db }),
    feedbacks: createFeedbacks({ db }),
    close: () => database.close(),
  };
}
