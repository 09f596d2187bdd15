import { z } from 'zod';
import { defineFlow } from '../define-flow.ts';
import { defineNode, definePause } from '../define-node.ts';

export const ApprovalState = z.object({
  request: z.string(),
  draft: z.object({ text: z.string() }).catchall(z.unknown()),
  decision: z.string(),
  executions: z.number(),
});

export const awaitApproval = () =>
  definePause({
    reads: ApprovalState.pick({ draft: true }),
    answer: z.union([z.literal(false), z.object({ decision: z.string(), edit: z.string().optional() })]),
    ask: ({ draft }) => ({ question: 'May I?', text: draft.text }),
    outcomes: ['approved', 'edited', 'rejected'],
    run(_, answer) {
      if (answer === false) return { outcome: 'rejected', writes: { decision: 'no' } };
      const { decision, edit } = answer;
      if (decision === 'fail') throw new Error('The pause has failed.');
      return edit === undefined
        ? { outcome: 'approved', writes: { decision } }
        : { outcome: 'edited', writes: { draft: { text: edit } } };
    },
  });

interface ApprovalEffects {
  execute(decision: string): Promise<void> | void;
  /** Goes into the draft, and so through the checkpoint. */
  extra?: Record<string, unknown>;
}

/** Draft, ask a person, then act; an edit is asked about once more. `execute` sees what was really done. */
export function approvalFlow({ execute: act, extra = {} }: ApprovalEffects) {
  const draft = defineNode({
    reads: z.object({ request: z.string() }),
    outcomes: ['drafted'],
    run: ({ request }) => ({ outcome: 'drafted', writes: { draft: { text: request, ...extra } } }),
  });
  const execute = defineNode({
    reads: z.object({ decision: z.string(), executions: z.number().default(0) }),
    outcomes: ['executed'],
    async run({ decision, executions }) {
      await act(decision);
      return { outcome: 'executed', writes: { executions: executions + 1 } };
    },
  });
  return defineFlow({
    name: 'approval',
    state: ApprovalState,
    maxSteps: 6,
    start: 'draft',
    nodes: { draft, awaitApproval: awaitApproval(), execute },
    routes: {
      draft: { drafted: 'awaitApproval' },
      awaitApproval: { approved: 'execute', edited: 'awaitApproval', rejected: 'end' },
      execute: { executed: 'end' },
    },
  });
}
