import { MemorySaver } from '@langchain/langgraph-checkpoint';
import { expect, test } from 'vitest';
import { drawFlow, printMermaid } from './draw-flow.ts';
import { flowContract } from './run-flow.contract.ts';
import { runFlow } from './run-flow.ts';
import { onLangGraph } from './testing/on-langgraph.ts';
import { twoSteps } from './testing/sample-flows.ts';

flowContract('the plain loop', runFlow);

flowContract('LangGraph', (flow, input, context) =>
  runFlow(onLangGraph(flow), input, context, { checkpointer: new MemorySaver() }),
);

test('a flow is drawn the same, whatever it runs on', () => {
  expect(printMermaid(onLangGraph(twoSteps))).toBe(printMermaid(twoSteps));
  expect(drawFlow(onLangGraph(twoSteps))).toEqual(drawFlow(twoSteps));
});
