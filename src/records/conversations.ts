import { type Kysely, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { Conversation } from '../domain/run-record.ts';
import { isOf, messageOf, type RecordTables, recordOf, storableText } from './record-tables.ts';

interface Listing {
  limit: number;
  /** The id of the last conversation already seen. */
  before?: string | undefined;
  /** Matches titles and messages, case-insensitively. */
  search?: string | undefined;
}

export type Conversations = ReturnType<typeof createConversations>;

/** A principal's own conversations; anyone else's do not exist for them. Every statement names the tenant and the user. */
export function createConversations({ db }: { db: Kysely<unknown> }) {
  const tables = db.withTables<RecordTables>();

  return {
    /** Newest first. */
    async list(principal: Principal, { limit, before, search }: Listing): Promise<Conversation[]> {
      let query = own(principal).selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit);
      if (before !== undefined) {
        query = query.where(
          sql<boolean>`(updated_at, id) < (
            select updated_at, id from conversations where id = ${before} and ${isOf(principal)}
          )`,
        );
      }
      if (search !== undefined) {
        const pattern = `%${storableText(search).replace(/[\\%_]/g, '\\$&')}%`;
        query = query.where(
          sql<boolean>`(title ilike ${pattern} or exists (
            select from messages
            where conversation_id = conversations.id and ${isOf(principal)} and text ilike ${pattern}
          ))`,
        );
      }
      return (await query.execute()).map((row) => recordOf<Conversation>(row));
    },

    async get(principal: Principal, id: string) {
      const conversation = await own(principal).selectAll().where('id', '=', id).executeTakeFirst();
      if (conversation === undefined) return null;
      const messages = await tables
        .selectFrom('messages')
        .selectAll()
        .where(isOf(principal))
        .where('conversation_id', '=', id)
        // An answer stands behind its own question, however late it came.
        .orderBy(sql`min(position) over (partition by run_id)`)
        .orderBy('position')
        .execute();
      return { conversation: recordOf<Conversation>(conversation), messages: messages.map(messageOf) };
    },

    /** What Galen said last; null where it has said nothing, or the conversation is not theirs. */
    async lastAnswer(principal: Principal, id: string): Promise<Answer | null> {
      const last = await tables
        .selectFrom('messages')
        .selectAll()
        .where(isOf(principal))
        .where('conversation_id', '=', id)
        .where('author', '=', 'galen')
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last === undefined ? null : messageOf(last).answer;
    },

    async rename(principal: Principal, id: string, title: string): Promise<Conversation | null> {
      const renamed = await tables
        .updateTable('conversations')
        .set({ title: storableText(title) })
        .where(isOf(principal))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return renamed === undefined ? null : recordOf<Conversation>(renamed);
    },

    /** Messages, runs and events go with it by the tables' own references. The audit chain stays. */
    async remove(principal: Principal, id: string): Promise<boolean> {
      const removed = await tables
        .deleteFrom('conversations')
        .where(isOf(principal))
        .where('id', '=', id)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };

  function own(principal: Principal) {
    return tables.selectFrom('conversations').where(isOf(principal));
  }
}
