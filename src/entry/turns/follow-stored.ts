import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { NumberedEvent } from '../../domain/run-event.ts';
import type { RunRecords } from '../../records/run-records.port.ts';

/** How often a run that another process answers is looked at. */
const POLL_MS = 500;

/** The stored events of a run after `seq`, until it has ended. */
export async function* followStored(
  records: RunRecords,
  principal: Principal,
  runId: string,
  seq: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  let last = seq;
  while (!signal.aborted) {
    // The status first: an event stored in between is then found, not missed.
    const run = await records.get(principal, runId);
    if (!run) throw new GalenError('NOT_FOUND', { what: 'run' });
    for (const event of await records.events(principal, runId, last)) {
      last = event.seq;
      yield event;
    }
    if (run.status !== 'running') return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {
      // Aborted: the loop's condition ends it.
    });
  }
}
