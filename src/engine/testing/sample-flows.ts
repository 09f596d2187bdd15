import { z } from 'zod';
import { defineFlow } from '../define-flow.ts';
import { defineNode } from '../define-node.ts';

export const State = z.object({
  question: z.string(),
  query: z.string(),
  count: z.number(),
  note: z.string().nullable(),
});

const trim = () =>
  defineNode({
    step: 'tidy',
    reads: z.object({ question: z.string() }),
    outcomes: ['trimmed', 'empty'],
    run: ({ question }) =>
      question.trim() === ''
        ? { outcome: 'empty' }
        : { outcome: 'trimmed', writes: { query: question.trim() } },
  });

const countLetters = () =>
  defineNode({
    reads: z.object({ query: z.string(), note: z.string().nullable().default(null) }),
    outcomes: ['counted'],
    async run({ query, note }) {
      return { outcome: 'counted', writes: { count: query.length, note } };
    },
  });

export const twoSteps = defineFlow({
  name: 'two-steps',
  state: State,
  maxSteps: 5,
  start: 'trim',
  nodes: { trim: trim(), countLetters: countLetters() },
  routes: { trim: { trimmed: 'countLetters', empty: 'end' }, countLetters: { counted: 'end' } },
});

export function oneStep(
  run: (context: { signal: AbortSignal }) => unknown,
  reads: z.ZodObject = z.object({}),
) {
  // Past the compiler on purpose: the run-time checks are what is tested.
  const step = defineNode({
    reads,
    outcomes: ['done'],
    run: (_, context) => run(context) as { outcome: 'done' },
  });
  return defineFlow({
    name: 'one-step',
    state: State,
    maxSteps: 3,
    start: 'step',
    nodes: { step: step as ReturnType<typeof plainStep> },
    routes: { step: { done: 'end' } },
  });
}

export const plainStep = () =>
  defineNode({ reads: z.object({}), outcomes: ['done'], run: () => ({ outcome: 'done' }) });
