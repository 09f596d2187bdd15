import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '../../../domain/desk-output.ts';
import type { RoutedAgent } from '../desk-work.ts';
import { aggregateStatus, layOutPlan } from './plan-tasks.ts';

const TOOLS = ['rag_tool', 'summary_tool', 'math_tool'] as const;
const asked = (query: string): RoutedAgent => ({ agent: 'hr', queries: [query], tools: [...TOOLS] });
const told = (query: string, language: 'en' | 'vi') =>
  layOutPlan([asked(query)], { agents: {} }, language).map(
    ({ purpose, message }) => `${purpose}; ${message}`,
  );

describe('what a plan says of its tasks', () => {
  it.each([
    ['en', 'How much is annual leave worth?', 'How much is annual leave worth'],
    ['en', 'What does a night shift pay?', 'What does a night shift pay'],
    ['vi', 'Chi phí nghỉ phép là bao nhiêu?', 'Chi phí nghỉ phép là bao nhiêu'],
    ['vi', 'Đi muộn bị trừ mấy điểm?', 'Đi muộn bị trừ mấy điểm'],
  ] as const)('is in the words of the question (%s): %s', (language, question, topic) => {
    for (const words of told(question, language)) {
      expect(words).toContain(`“${topic}”`);
      expect(words).toContain(`: ${question}`);
      expect(words).not.toMatch(/\{\w+\}/u);
    }
  });

  it('is another for another question', () => {
    const [one, other] = ['Chi phí nghỉ phép?', 'Đi muộn bị trừ mấy điểm?'].map((query) => told(query, 'vi'));
    for (const [i, words] of (one ?? []).entries()) expect(other?.[i]).not.toBe(words);
  });

  it('keeps to a line', () => {
    const [first] = layOutPlan(
      [asked(`How long is leave ${'for one more of the wards '.repeat(40)}?`)],
      { agents: {} },
      'en',
    );
    expect(first?.purpose.length).toBeLessThan(200);
    expect(first?.purpose).toMatch(/…”$/u);
  });
});

it.each<[TaskStatus[], TaskStatus]>([
  [['pending', 'pending'], 'pending'],
  [['pending', 'running'], 'running'],
  [['completed', 'pending'], 'running'],
  [['failed', 'running'], 'running'],
  [['completed', 'failed', 'skipped'], 'failed'],
  [['completed', 'skipped'], 'completed'],
  [['skipped'], 'skipped'],
  [[], 'skipped'],
])('a plan whose tasks are %j is %s', (statuses, expected) => {
  expect(aggregateStatus(statuses)).toBe(expected);
});
