import { type Kysely, sql } from 'kysely';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { NewRun } from '../run-records.port.ts';
import { storableText } from './message-row.ts';

const TITLE_LENGTH = 80;

/** One statement, so that a turn is accepted whole or not at all, in one round trip. */
export async function beginRun(
  db: Kysely<unknown>,
  instanceId: string,
  { tenant_id, user_id }: Principal,
  run: NewRun,
): Promise<void> {
  const question = storableText(run.question);
  const { rows } = await sql`
    with new_conversation as (
      insert into conversations (id, tenant_id, user_id, title, flow, patient_id, created_at, updated_at)
      select ${run.conversation_id}, ${tenant_id}, ${user_id}, ${titleOf(question)}, ${run.flow}, ${run.patient_id},
        ${run.created_at}::timestamptz, ${run.created_at}::timestamptz
      where ${run.new_conversation}::boolean
      returning id
    ),
    own_conversation as (
      update conversations set updated_at = greatest(updated_at, ${run.created_at}::timestamptz),
        flow = ${run.flow}, patient_id = ${run.patient_id}
      where not ${run.new_conversation}::boolean
        and id = ${run.conversation_id} and tenant_id = ${tenant_id} and user_id = ${user_id}
      returning id
    ),
    conversation as (select id from new_conversation union all select id from own_conversation),
    run as (
      insert into runs (id, tenant_id, user_id, conversation_id, instance_id, flow, status, question, created_at)
      select ${run.id}, ${tenant_id}, ${user_id}, id, ${instanceId}, ${run.flow}, 'running', ${question},
        ${run.created_at}::timestamptz
      from conversation
      returning id, conversation_id
    ),
    message as (
      insert into messages (id, tenant_id, user_id, conversation_id, run_id, author, text, created_at)
      select ${run.message_id}, ${tenant_id}, ${user_id}, conversation_id, id, 'asker', ${question},
        ${run.created_at}::timestamptz
      from run
    )
    select id from run
  `.execute(db);
  if (rows.length === 0) throw new GalenError('NOT_FOUND', { what: 'conversation' });
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= TITLE_LENGTH ? line : `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}
