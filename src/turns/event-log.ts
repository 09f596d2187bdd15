import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import type { NumberedEvent, RunEvent } from '../domain/run-record.ts';
import type { RunRecords } from '../records/run-records.port.ts';

/** The events of one run while it lives here: numbered, kept, and handed to whoever follows. */
export interface EventLog {
  append(event: RunEvent): void;
  /** The event as `append` would number it, shown to nobody yet: what ends a run is stored before it is told. */
  prepare(event: RunEvent): NumberedEvent;
  all(): readonly NumberedEvent[];
  /** Those still to be stored. Tokens are left out: the answer holds their text. */
  unstored(): NumberedEvent[];
  markStored(events: readonly NumberedEvent[]): void;
  /** Every event after `seq`, past and to come, until the run ends or the signal aborts. */
  follow(seq: number, signal: AbortSignal): AsyncIterable<NumberedEvent>;
  close(): void;
}

/** `earlier` are those already stored of a run that goes on. */
export function createEventLog(earlier: readonly NumberedEvent[] = []): EventLog {
  const events: NumberedEvent[] = [...earlier];
  const bell = new EventEmitter().setMaxListeners(0);
  let stored = earlier.at(-1)?.seq ?? 0;
  let closed = false;

  const prepare = (event: RunEvent) => ({ ...event, seq: (events.at(-1)?.seq ?? 0) + 1 });

  return {
    prepare,
    append(event) {
      events.push(prepare(event));
      bell.emit('ring');
    },
    all: () => events,
    unstored: () => events.filter(({ seq, type }) => seq > stored && type !== 'token'),
    markStored(written) {
      stored = Math.max(stored, written.at(-1)?.seq ?? 0);
    },
    async *follow(seq, signal) {
      // Numbers may be missing: tokens are not stored.
      let next = events.findIndex((event) => event.seq > seq);
      if (next < 0) next = events.length;
      while (!signal.aborted) {
        const event = events[next];
        if (event) {
          next += 1;
          if (event.seq > seq) yield event;
        } else if (closed) return;
        else await once(bell, 'ring', { signal }).catch(() => undefined);
      }
    },
    close() {
      closed = true;
      bell.emit('ring');
    },
  };
}

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
    // Aborted: the loop's condition ends it.
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
