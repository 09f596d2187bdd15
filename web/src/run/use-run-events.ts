import type { NumberedEvent } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';
import { type Loaded, useLoad } from '../shell/use-load.ts';
import { EMPTY_RUN, type RunView, reduceRun } from './run-view.ts';

/** What is on record of a turn that has ended. */
export function useRunEvents(runId: string): Loaded<RunView> {
  return useLoad(`events ${runId}`, (signal) => readRun(runId, signal));
}

export async function readRun(runId: string, signal?: AbortSignal): Promise<RunView> {
  const { events } = await api<{ events: NumberedEvent[] }>(
    `/v1/runs/${runId}/events`,
    signal ? { signal } : {},
  );
  return events.reduce(reduceRun, EMPTY_RUN);
}
