import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from './define-flow.ts';
import { defineNode, subFlow } from './define-node.ts';
import { printMermaid } from './draw-flow.ts';
import { ApprovalState, awaitApproval } from './testing/approval-flow.ts';

const step = () =>
  defineNode({ reads: z.object({}), outcomes: ['done', 'try-again'], run: () => ({ outcome: 'done' }) });

const inner = defineFlow({
  name: 'inner',
  state: ApprovalState,
  maxSteps: 1,
  start: 'lookUp',
  nodes: { lookUp: step() },
  routes: { lookUp: { done: 'end', 'try-again': 'lookUp' } },
});

test('a flow prints its routes, its pauses and its sub-flows', () => {
  const flow = defineFlow({
    name: 'outer',
    state: ApprovalState,
    maxSteps: 5,
    start: 'makeDraft',
    nodes: {
      makeDraft: step(),
      retrieve: subFlow(inner, {
        reads: z.object({}),
        input: () => ({}),
        outcomes: ['retrieved'],
        output: () => ({ outcome: 'retrieved' }),
      }),
      awaitApproval: awaitApproval(),
    },
    routes: {
      makeDraft: { done: 'retrieve', 'try-again': 'makeDraft' },
      retrieve: { retrieved: 'awaitApproval' },
      awaitApproval: { approved: 'end', edited: 'makeDraft', rejected: 'end' },
    },
  });
  expect(printMermaid(flow)).toBe(`flowchart TD
  flow_start_([start])
  flow_end_([end])
  flow_makeDraft["make-draft"]
  subgraph flow_retrieve["retrieve"]
    flow_retrieve_start_([start])
    flow_retrieve_end_([end])
    flow_retrieve_lookUp["look-up"]
    flow_retrieve_start_ --> flow_retrieve_lookUp
    flow_retrieve_lookUp -->|"done"| flow_retrieve_end_
    flow_retrieve_lookUp -->|"try-again"| flow_retrieve_lookUp
  end
  flow_awaitApproval{{"await-approval"}}
  flow_start_ --> flow_makeDraft
  flow_makeDraft -->|"done"| flow_retrieve
  flow_makeDraft -->|"try-again"| flow_makeDraft
  flow_retrieve -->|"retrieved"| flow_awaitApproval
  flow_awaitApproval -->|"approved"| flow_end_
  flow_awaitApproval -->|"edited"| flow_makeDraft
  flow_awaitApproval -->|"rejected"| flow_end_
`);
});
