import { EventEmitter } from 'node:events';
import type { NumberedEvent, RunEvent } from '../../domain/run-event.ts';

/** The events of one run while it lives here: numbered, kept, and handed to whoever follows. */
export interface EventLog {
  append(event: RunEvent): void;
  /** The event as `append` would number it, shown to nobody yet: what ends a run is stored before it is told. */
  prepare(event: RunEvent): NumberedEvent;
  all(): readonly NumberedEvent[];
  /** Those to store that were not taken yet. Tokens are left out: the answer holds their text. */
  takeUnstored(): NumberedEvent[];
  /** Every event after `seq`, past and to come, until the run ends or the signal aborts. */
  follow(seq: number, signal: AbortSignal): AsyncIterable<NumberedEvent>;
  close(): void;
}

export function createEventLog(): EventLog {
  const events: NumberedEvent[] = [];
  const bell = new EventEmitter().setMaxListeners(0);
  let taken = 0;
  let closed = false;

  const prepare = (event: RunEvent) => ({ ...event, seq: events.length + 1 });

  return {
    prepare,
    append(event) {
      events.push(prepare(event));
      bell.emit('ring');
    },
    all: () => events,
    takeUnstored() {
      const fresh = events.slice(taken).filter(({ type }) => type !== 'token');
      taken = events.length;
      return fresh;
    },
    async *follow(seq, signal) {
      let next = Math.max(0, seq);
      while (!signal.aborted) {
        const event = events[next];
        if (event) {
          next += 1;
          yield event;
        } else if (closed) return;
        else await nextRing(bell, signal);
      }
    },
    close() {
      closed = true;
      bell.emit('ring');
    },
  };
}

function nextRing(bell: EventEmitter, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      bell.off('ring', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    bell.on('ring', done);
    signal.addEventListener('abort', done);
  });
}
