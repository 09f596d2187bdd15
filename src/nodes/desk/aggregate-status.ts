import type { TaskStatus } from '../../domain/desk-routing.ts';

/** Where a plan stands, from where its tasks stand: failed as soon as it is over and a task has failed. */
export function aggregateStatus(statuses: readonly TaskStatus[]): TaskStatus {
  const among = (status: TaskStatus) => statuses.includes(status);
  if (among('running')) return 'running';
  if (among('pending')) return statuses.every((status) => status === 'pending') ? 'pending' : 'running';
  if (among('failed')) return 'failed';
  return among('completed') ? 'completed' : 'skipped';
}
