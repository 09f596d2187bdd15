import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './flow-state.ts';

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test('an issue is told by its place and its kind', () => {
  const schema = z.object({ list: z.array(z.object({ id: z.string(), size: z.number().max(3) })) });
  const issues = issuesOf(schema, { list: [{ id: 5, size: 9 }] });
  expect(describeIssues(issues, 'root')).toBe('root.list.0.id: expected string; root.list.0.size: too_big');
});

test('no value is told, though the schema would put it in its message', () => {
  const schema = z.string().refine(() => false, { error: ({ input }) => `not ${input}` });
  expect(describeIssues(issuesOf(schema, 'a secret'), 'note')).toBe('note: custom');
});

test('of many issues the first three are told', () => {
  const issues = issuesOf(z.array(z.string()), [1, 2, 3, 4]);
  expect(describeIssues(issues, 'list').split('; ')).toHaveLength(3);
});
