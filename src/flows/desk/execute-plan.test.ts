import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskTask, ToolResult } from './desk-work.ts';
import { type ExecuteOptions, executePlan } from './execute-plan.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMIT_MS = 300;
const RESULT: ToolResult = { answer: 'a', context: '', passages: [], sentences: [], cached: null };
const task = (agent: string, number: number, group = 1): DeskTask => ({
  id: `${agent}#${number}`,
  group,
  agent,
  tool: 'rag_tool',
  query: 'q',
  query_index: number,
  purpose: 'p',
  message: 'm',
  depends_on: [],
});
const tasks = (agent: string, count: number) => Array.from({ length: count }, (_, i) => task(agent, i + 1));
const takes = (ms: number) =>
  new Promise<ToolResult>((resolve) => {
    setTimeout(() => resolve(RESULT), ms);
  });
const hangs = () => new Promise<ToolResult>(() => undefined);

/** Runs a plan on a clock that only the test moves; when each task began and how each ended. */
async function execute(
  plan: DeskTask[],
  run: (task: DeskTask) => Promise<ToolResult>,
  part: Partial<ExecuteOptions> = {},
) {
  const began = new Map<string, number>();
  const done = executePlan(plan, {
    limit: 2,
    timeLimit: () => LIMIT_MS,
    retries: 0,
    signal: new AbortController().signal,
    clock: () => Date.now(),
    run: (one) => run(one),
    onStart: ({ id }) => began.set(id, Date.now()),
    onEnd: () => undefined,
    ...part,
  }).then((outcomes) => ({ outcomes, at: Date.now() }));
  await vi.runAllTimersAsync();
  const { outcomes, at } = await done;
  const endings = Object.fromEntries(outcomes.map((one) => [one.task.id, one.failure ?? one.status]));
  return { began, endings, at };
}

describe('the time an agent has', () => {
  it('is for all its tasks together, not for each wave of them', async () => {
    const { at, endings } = await execute(tasks('hr', 8), hangs);
    expect(at).toBe(LIMIT_MS);
    expect(new Set(Object.values(endings))).toEqual(new Set(['timeout']));
  });

  it('keeps counting from group to group, but not while others work', async () => {
    const plan = [task('hr', 1), task('it', 1), task('hr', 2, 2), task('it', 2, 2)];
    const { endings } = await execute(plan, ({ agent }) => takes(agent === 'hr' ? 200 : 10));
    expect(endings).toEqual({
      'hr#1': 'completed',
      'it#1': 'completed',
      'hr#2': 'timeout',
      'it#2': 'completed',
    });
  });
});

describe('the slots of a group', () => {
  it('are shared, so that an agent that hangs keeps none of the others waiting', async () => {
    const plan = [...tasks('hr', 8), ...tasks('it', 2)];
    const { began, endings } = await execute(plan, ({ agent }) => (agent === 'hr' ? hangs() : takes(100)));
    expect([began.get('it#1'), began.get('it#2')]).toEqual([0, 100]);
    expect([endings['it#1'], endings['it#2']]).toEqual(['completed', 'completed']);
  });

  it('go to whoever has most to do where there are more than agents, and are never more than there are', async () => {
    let running = 0;
    let most = 0;
    const counting = async () => {
      running += 1;
      most = Math.max(most, running);
      const result = await takes(50);
      running -= 1;
      return result;
    };
    const { at } = await execute([...tasks('hr', 4), ...tasks('it', 1)], counting, { limit: 5 });
    expect([at, most]).toEqual([50, 5]);
  });

  it('leave the outcomes in the order of the plan', async () => {
    const plan = [task('it', 1), task('hr', 1), task('it', 2)];
    const { endings } = await execute(plan, () => takes(10), { limit: 1 });
    expect(Object.keys(endings)).toEqual(['it#1', 'hr#1', 'it#2']);
  });
});
