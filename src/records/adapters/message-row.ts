import type { Selectable } from 'kysely';
import type { Message } from '../../domain/run-record.ts';
import type { RecordTables } from './record-tables.ts';

export function messageOf(row: Selectable<RecordTables['messages']>): Message {
  return {
    id: row.id,
    run_id: row.run_id,
    author: row.author,
    // The column is for searching and cannot hold every character; the envelope can.
    text: row.answer?.message ?? row.text,
    answer: row.answer,
    created_at: row.created_at.toISOString(),
  };
}

/** PostgreSQL's text holds every character but NUL. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '');
}
