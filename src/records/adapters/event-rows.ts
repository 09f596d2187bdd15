import { type RawBuilder, sql } from 'kysely';
import type { NumberedEvent } from '../../domain/run-event.ts';

/** Events as a table expression `event(seq, type, data)`. Three arrays, because JSON text passed through stays exact. */
export function eventRows(events: readonly NumberedEvent[]): RawBuilder<unknown> {
  return sql`unnest(
    ${events.map((event) => event.seq)}::int[],
    ${events.map((event) => event.type)}::text[],
    ${events.map((event) => JSON.stringify(event.data))}::json[]
  ) as event (seq, type, data)`;
}
