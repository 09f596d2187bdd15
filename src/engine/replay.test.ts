import { MemorySaver } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { RunEvent } from '../domain/run-record.ts';
import { defineFlow, type Flow } from './define-flow.ts';
import { defineNode, definePause, subFlow } from './define-node.ts';
import { FlowError } from './flow-error.ts';
import { resumeFlow, runFlow } from './run-flow.ts';
import { testContext } from './testing/engine-context.ts';
import { onLangGraph } from './testing/on-langgraph.ts';

const State = z.object({ log: z.array(z.string()) });
type MadeUp = Flow<z.infer<typeof State>>;
const reads = z.object({ log: z.array(z.string()).default([]) });
type Outcome = 'left' | 'right';
const outcomes: readonly Outcome[] = ['left', 'right'];

/** One step of a made-up flow. Targets are indexes modulo the number of steps and the end. */
interface Plan {
  kind: 'node' | 'slow' | 'throws' | 'pause' | 'sub-flow';
  left: number;
  right: number;
}

const plans = (kinds: Plan['kind'][]) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), left: fc.nat(8), right: fc.nat(8) }), {
    minLength: 1,
    maxLength: 7,
  });

test('the same inputs, clock, ids and chance give the same trace and the same events, byte for byte', async () => {
  const outer = plans(['node', 'node', 'slow', 'slow', 'throws', 'pause', 'sub-flow']);
  const inner = plans(['node', 'slow', 'slow', 'throws']);
  const chances = fc.array(fc.float({ min: 0, max: Math.fround(0.99), noNaN: true }), { minLength: 1 });
  let pauses = 0;
  await fc.assert(
    fc.asyncProperty(outer, inner, chances, async (outerPlan, innerPlan, chance) => {
      const first = await record(outerPlan, innerPlan, chance);
      const second = await record(outerPlan, innerPlan, chance);
      expect(second).toBe(first);
      if (first.includes('"paused"')) pauses += 1;
    }),
    { numRuns: 60, seed: 7 },
  );
  // The made-up flows are worth something: some of them paused and went on.
  expect(pauses).toBeGreaterThan(0);
}, 60_000);

test('a flow that never pauses shows the same on the plain loop and on LangGraph, byte for byte', async () => {
  const outer = plans(['node', 'node', 'slow', 'throws', 'sub-flow']);
  const inner = plans(['node', 'slow', 'throws']);
  const chances = fc.array(fc.float({ min: 0, max: Math.fround(0.99), noNaN: true }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(outer, inner, chances, async (outerPlan, innerPlan, chance) => {
      const onLoop = await record(outerPlan, innerPlan, chance);
      expect(await record(outerPlan, innerPlan, chance, onLangGraph)).toBe(onLoop);
    }),
    { numRuns: 60, seed: 11 },
  );
}, 60_000);

/** Everything a run shows, as text; pauses are answered three times at most. */
async function record(
  outerPlan: Plan[],
  innerPlan: Plan[],
  chance: number[],
  put: (flow: MadeUp) => MadeUp = (flow) => flow,
): Promise<string> {
  const flow = put(flowOf(outerPlan, flowOf(innerPlan, undefined)));
  const checkpointer = new MemorySaver();
  const seen: unknown[] = [];
  let draws = 0;
  let now = 0;
  const events: RunEvent[] = [];
  const context = testContext({
    random: () => chance[draws++ % chance.length] ?? 0,
    clock: () => (now += 1 + (now % 3)),
    emit: (event) => events.push(event),
  });
  try {
    let result = await runFlow(flow, {}, context, { checkpointer });
    for (let round = 0; round < 3 && result.status === 'paused'; round += 1) {
      seen.push(result);
      result = await resumeFlow(flow, round, context, { checkpointer });
    }
    seen.push(result);
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    seen.push({ code: error.code, details: error.details, trace: error.trace });
  }
  return JSON.stringify({ seen, events });
}

/** The made-up flow, without the steps that cannot be reached. */
function flowOf(plan: Plan[], inner: Flow<z.infer<typeof State>> | undefined): Flow<z.infer<typeof State>> {
  const keyOf = (index: number) =>
    index % (plan.length + 1) === plan.length ? 'end' : `step${index % (plan.length + 1)}`;
  const reached = new Set(['step0']);
  for (const key of reached) {
    const { left, right } = plan[Number(key.slice(4))] ?? { left: 0, right: 0 };
    for (const target of [keyOf(left), keyOf(right)]) if (target !== 'end') reached.add(target);
  }
  const kept = [...reached].map((key) => [key, plan[Number(key.slice(4))] as Plan] as const);
  return defineFlow({
    name: 'made-up',
    state: State,
    maxSteps: 12,
    start: 'step0',
    nodes: Object.fromEntries(kept.map(([key, { kind }]) => [key, stepOf(kind, key, inner)])),
    routes: Object.fromEntries(
      kept.map(([key, { left, right }]) => [key, { left: keyOf(left), right: keyOf(right) }]),
    ),
  });
}

function stepOf(kind: Plan['kind'], key: string, inner: Flow<z.infer<typeof State>> | undefined) {
  const turn = (log: string[], chance: number, id: string) => ({
    outcome: outcomes[chance < 0.5 ? 0 : 1] as Outcome,
    writes: { log: [...log, `${key} ${id}`] },
  });
  if (kind === 'pause') {
    return definePause({
      reads,
      answer: z.number(),
      outcomes,
      ask: ({ log }) => log.length,
      run: ({ log }, answer, { random, newId }) => turn(log, random(), `${answer} ${newId()}`),
    });
  }
  if (kind === 'sub-flow' && inner !== undefined) {
    return subFlow(inner as Flow<z.infer<typeof State>, false>, {
      reads,
      input: ({ log }) => ({ log }),
      outcomes,
      output: ({ log = [] }) => ({ outcome: log.length % 2 === 0 ? 'left' : 'right', writes: { log } }),
    });
  }
  return defineNode({
    reads,
    outcomes,
    async run({ log }, { random, newId, emit }) {
      emit({ type: 'note', data: { topic: key } });
      if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, random() > 0.9 ? 1 : 0));
      if (kind === 'throws' && random() > 0.7) throw new Error('made up');
      return turn(log, random(), newId());
    },
  });
}
