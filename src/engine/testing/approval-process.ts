import { writeSync } from 'node:fs';
import pg from 'pg';
import { openCheckpoints } from '../../records/checkpoints.ts';
import { resumeFlow, runFlow } from '../run-flow.ts';
import { approvalFlow } from './approval-flow.ts';
import { testContext } from './engine-context.ts';

/** What LangChain's own serializer would make an object of. */
export const LOOKS_LIKE_CODE = { lc: 1, type: 'constructor', id: ['langchain', 'x'], kwargs: { a: null } };

export interface Order {
  pool: pg.PoolConfig;
  runId: string;
  /** Absent: the run starts. */
  answer?: unknown;
  dies: 'never' | 'after' | 'while executing';
}

const die = () => process.kill(process.pid, 'SIGKILL');

/** One process's part in a run: starts it or answers it, says how it came out, and dies as it was told. */
async function takePart({ pool, runId, answer, dies }: Order): Promise<void> {
  const connections = new pg.Pool(pool);
  const checkpointer = await openCheckpoints(connections);
  const flow = approvalFlow({
    async execute() {
      if (dies === 'while executing') die();
    },
    extra: { note: LOOKS_LIKE_CODE },
  });
  const context = testContext({ runId });
  const result =
    answer === undefined
      ? await runFlow(flow, { request: 'from the first process' }, context, { checkpointer })
      : await resumeFlow(flow, answer, context, { checkpointer });
  // Written at once, so that nothing can happen between the result and the end.
  writeSync(1, JSON.stringify(result));
  if (dies === 'after') die();
  await connections.end();
}

if (process.argv[2] !== undefined) await takePart(JSON.parse(process.argv[2]));
