import { z } from 'zod';
import { defineFlow } from '../define-flow.ts';
import { defineNode, definePause, subFlow } from '../define-node.ts';
import { runFlow } from '../run-flow.ts';

// Kept by `tsc --noEmit`: each @ts-expect-error below fails the build as soon as the mistake compiles.

const State = z.object({
  question: z.string(),
  query: z.string(),
  hits: z.array(z.object({ id: z.string() })),
  note: z.string().nullable(),
  maybe: z.string().optional(),
});

const enhance = () =>
  defineNode({
    reads: z.object({ question: z.string(), maybe: z.string().optional() }),
    outcomes: ['enhanced'],
    run({ question }) {
      return { outcome: 'enhanced', writes: { query: question.trim() } };
    },
  });

const search = () =>
  defineNode({
    reads: z.object({ query: z.string() }),
    outcomes: ['found', 'nothing-found'],
    async run({ query }, { signal }) {
      const hits = signal.aborted ? [] : [{ id: query }];
      return hits.length === 0
        ? { outcome: 'nothing-found', writes: { hits } }
        : { outcome: 'found', writes: { hits, note: null } };
    },
  });

const stop = () => defineNode({ reads: z.object({}), outcomes: ['done'], run: () => ({ outcome: 'done' }) });

const approve = () =>
  definePause({
    reads: z.object({ query: z.string() }),
    answer: z.object({ yes: z.boolean() }),
    outcomes: ['approved', 'rejected'],
    ask: ({ query }) => ({ query }),
    run: (_, { yes }) => ({ outcome: yes ? 'approved' : 'rejected', writes: { note: 'asked' } }),
  });

const nodes = { enhance: enhance(), search: search(), stop: stop() };
const plain = { name: 'plain', state: State, maxSteps: 5 } as const;

export const flow = defineFlow({
  ...plain,
  start: 'enhance',
  nodes,
  routes: {
    enhance: { enhanced: 'search' },
    search: { found: 'stop', 'nothing-found': 'end' },
    stop: { done: 'end' },
  },
});

export const pausing = defineFlow({
  ...plain,
  start: 'enhance',
  nodes: { enhance: enhance(), approve: approve() },
  routes: { enhance: { enhanced: 'approve' }, approve: { approved: 'end', rejected: 'end' } },
});
export const pausesIsKnown: true = pausing.pauses;
export const pauseFreeIsKnown: false = flow.pauses;

defineFlow({
  ...plain,
  start: 'enhance',
  nodes,
  routes: {
    enhance: { enhanced: 'search' },
    // @ts-expect-error an outcome without a route
    search: { found: 'stop' },
    stop: { done: 'end' },
  },
});

defineFlow({
  ...plain,
  start: 'enhance',
  nodes,
  // @ts-expect-error a step without routes
  routes: { enhance: { enhanced: 'search' }, search: { found: 'end', 'nothing-found': 'end' } },
});

defineFlow({
  ...plain,
  start: 'enhance',
  nodes,
  routes: {
    // @ts-expect-error a route for an outcome the step does not have
    enhance: { enhanced: 'search', improved: 'search' },
    search: { found: 'stop', 'nothing-found': 'end' },
    stop: { done: 'end' },
  },
});

defineFlow({
  ...plain,
  start: 'enhance',
  nodes,
  routes: {
    // @ts-expect-error a misspelt target
    enhance: { enhanced: 'serach' },
    search: { found: 'stop', 'nothing-found': 'end' },
    stop: { done: 'end' },
  },
});

defineFlow({
  ...plain,
  // @ts-expect-error an unknown start
  start: 'begin',
  nodes,
  routes: {
    enhance: { enhanced: 'search' },
    search: { found: 'stop', 'nothing-found': 'end' },
    stop: { done: 'end' },
  },
});

const single = { ...plain, start: 'one', routes: { one: { done: 'end' } } } as const;
const writing = <Writes extends object>(writes: Writes) =>
  defineNode({
    reads: z.object({}),
    outcomes: ['done'],
    run: () => ({ outcome: 'done', writes }),
  });
const reading = <Reads extends z.ZodObject>(reads: Reads) =>
  defineNode({ reads, outcomes: ['done'], run: () => ({ outcome: 'done' }) });

defineFlow({ ...single, nodes: { one: writing({ query: 'fits' }) } });
defineFlow({ ...single, nodes: { one: reading(z.object({ note: z.string().nullable().default(null) })) } });

defineFlow({
  ...single,
  nodes: {
    one: defineNode({
      reads: z.object({ query: z.string() }),
      outcomes: ['done'],
      run: ({ query }) => ({ outcome: 'done', writes: { note: query } }),
    }),
  },
});

defineFlow({
  ...single,
  // @ts-expect-error a write of the wrong type
  nodes: { one: writing({ query: 5 }) },
});

defineFlow({
  ...single,
  // @ts-expect-error a write of a key that the state does not have
  nodes: { one: writing({ qeury: 'x' }) },
});

defineFlow({
  ...single,
  // @ts-expect-error a read of a key that the state does not have
  nodes: { one: reading(z.object({ qeury: z.string() })) },
});

defineFlow({
  ...single,
  // @ts-expect-error a read as an incompatible type: the state's note may be null
  nodes: { one: reading(z.object({ note: z.string() })) },
});

defineNode({
  reads: z.object({}),
  outcomes: ['done'],
  // @ts-expect-error an outcome that is not declared
  run: () => ({ outcome: 'dnoe' }),
});

defineNode({
  reads: z.object({ query: z.string() }),
  outcomes: ['done'],
  // @ts-expect-error an outcome that is not declared
  async run({ query }) {
    return query === '' ? { outcome: 'done' } : { outcome: 'gone' };
  },
});

defineFlow({
  ...single,
  nodes: {
    one: subFlow(flow, {
      reads: z.object({ query: z.string() }),
      input: ({ query }) => ({ question: query }),
      outcomes: ['done'],
      output: ({ note = null }) => ({ outcome: 'done', writes: { note } }),
    }),
  },
});

const inner = { reads: z.object({}), outcomes: ['done'] } as const;

// @ts-expect-error a flow that can pause is not a sub-flow
subFlow(pausing, { ...inner, input: () => ({}), output: () => ({ outcome: 'done' }) });

// @ts-expect-error an input of the wrong type for the inner flow
subFlow(flow, { ...inner, input: () => ({ question: 5 }), output: () => ({ outcome: 'done' }) });

defineFlow({
  ...single,
  nodes: {
    // @ts-expect-error a sub-flow's output is checked like any write
    one: subFlow(flow, {
      ...inner,
      input: () => ({}),
      output: () => ({ outcome: 'done', writes: { note: 5 } }),
    }),
  },
});

defineFlow({
  ...plain,
  start: 'end',
  // @ts-expect-error "end" is where a flow stops
  nodes: { end: stop() },
  routes: { end: { done: 'end' } },
});

export async function finalStateIsTyped(context: Parameters<typeof runFlow>[2]): Promise<string | undefined> {
  const result = await runFlow(flow, { question: 'x' }, context);
  return result.status === 'done' ? result.state.query : undefined;
}
