import { describe, expect, it } from 'vitest';
import { readPlan } from './read-plan.ts';

const task = (agent: string, purpose: string) => ({ agent, tool: 'rag_tool', purpose });
const told = (processing_status: string, progress_percentage: number, more: object) => ({
  node: 'execute_planning',
  output: { processing_status, progress_percentage, progress_message: processing_status, ...more },
});
const READY = told('plan_ready', 30, {
  plan_summary: {
    total_tasks: 2,
    tasks: [
      { ...task('hr', 'leave'), step_number: 1, message: 'm' },
      { ...task('it', 'access'), step_number: 2, message: 'm' },
    ],
  },
});

describe('readPlan', () => {
  it('is nothing before there is a plan', () => {
    expect(readPlan([])).toBeNull();
  });

  it('follows each task from waiting to its end, failed ones included', () => {
    const plan = readPlan([
      READY,
      told('executing_task', 40, { current_task: task('hr', 'leave') }),
      told('executing_task', 40, { current_task: task('it', 'access') }),
      told('task_completed', 60, { completed_task: { ...task('it', 'access'), status: 'failed' } }),
    ]);
    expect(plan?.tasks.map(({ agent, status }) => [agent, status])).toEqual([
      ['hr', 'running'],
      ['it', 'failed'],
    ]);
    expect(plan?.percentage).toBe(60);
  });

  it('keeps the plan when an event says nothing of tasks', () => {
    expect(readPlan([READY, told('ready_for_resolution', 90, { agent_responses: [] })])?.tasks).toHaveLength(
      2,
    );
  });
});
