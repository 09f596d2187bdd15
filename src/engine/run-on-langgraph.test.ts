import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunnableLambda } from '@langchain/core/runnables';
import { MemorySaver } from '@langchain/langgraph-checkpoint';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineFlow } from './define-flow.ts';
import { defineNode } from './define-node.ts';
import { runFlow } from './run-flow.ts';
import { testContext } from './testing/engine-context.ts';
import { onLangGraph } from './testing/on-langgraph.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A stand-in for LangSmith that counts what it is sent. */
async function traceCollector() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, so the address is not a string.
  const { port } = server.address() as AddressInfo;
  for (const prefix of ['LANGSMITH', 'LANGCHAIN']) {
    vi.stubEnv(`${prefix}_TRACING`, 'true');
    vi.stubEnv(`${prefix}_TRACING_V2`, 'true');
    vi.stubEnv(`${prefix}_ENDPOINT`, `http://127.0.0.1:${port}`);
    vi.stubEnv(`${prefix}_API_KEY`, 'test');
  }
  const settled = async (least: number) => {
    // LangSmith's client sends in batches a moment later.
    for (let waited = 0; waited < 1_500 && received.length < Math.max(least, 1); waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return received;
  };
  return { settled, close: () => server.closeAllConnections() ?? server.close() };
}

test('nothing is sent to LangSmith, though the environment asks for it', async () => {
  const collector = await traceCollector();
  const step = defineNode({
    reads: z.object({}),
    outcomes: ['done'],
    async run() {
      // Inside a step too.
      await RunnableLambda.from(() => 'inner').invoke('');
      return { outcome: 'done', writes: { text: 'private' } };
    },
  });
  const flow = defineFlow({
    name: 'traced',
    state: z.object({ text: z.string() }),
    maxSteps: 1,
    start: 'step',
    nodes: { step },
    routes: { step: { done: 'end' } },
  });
  await runFlow(onLangGraph(flow), {}, testContext(), { checkpointer: new MemorySaver() });
  expect(await collector.settled(0)).toEqual([]);

  // The collector does work: outside a flow the same environment sends.
  await RunnableLambda.from(() => 'outer').invoke('');
  expect(await collector.settled(1)).not.toEqual([]);
  collector.close();
});
