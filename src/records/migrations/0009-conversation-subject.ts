import { sql } from 'kysely';
import type { Migration } from '../migration.port.ts';

/** What a conversation is about, so that it is opened where it was held. Whose charts were open before is not on record. */
export const addConversationSubject: Migration = {
  id: '0009-conversation-subject',
  async up(transaction) {
    await sql`alter table conversations add column flow text, add column patient_id text`.execute(
      transaction,
    );
    await sql`
      update conversations set flow = (
        select flow from runs where conversation_id = conversations.id order by created_at desc, id desc limit 1
      )
    `.execute(transaction);
  },
};
