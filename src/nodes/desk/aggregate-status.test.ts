import { expect, it } from 'vitest';
import type { TaskStatus } from '../../domain/desk-routing.ts';
import { aggregateStatus } from './aggregate-status.ts';

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
