import { type Kysely, type Selectable, sql } from 'kysely';
import type { Memory } from '../domain/memory.ts';
import type { Memories } from './memories.port.ts';
import { type RecordTables, recordOf, storableText } from './record-tables.ts';

/** Memories in PostgreSQL. Every statement names the tenant and the user. */
export function createMemories({ db }: { db: Kysely<unknown> }): Memories {
  return {
    async recall({ tenant_id, user_id }) {
      const { rows } = await sql<Selectable<RecordTables['memories']> | { id: null }>`
        select memories.* from rememberers left join memories using (tenant_id, user_id)
        where tenant_id = ${tenant_id} and user_id = ${user_id}
        order by created_at, id
      `.execute(db);
      return rows.length === 0
        ? null
        : rows.flatMap((row) => (row.id === null ? [] : [recordOf<Memory>(row)]));
    },

    async setRemembering({ tenant_id, user_id }, isOn) {
      await (isOn
        ? sql`insert into rememberers values (${tenant_id}, ${user_id}) on conflict do nothing`
        : sql`delete from rememberers where tenant_id = ${tenant_id} and user_id = ${user_id}`
      ).execute(db);
    },

    async add({ tenant_id, user_id }, memories) {
      if (memories.length === 0) return;
      const rows = memories.map((memory) => ({ ...memory, text: storableText(memory.text) }));
      await sql`
        insert into memories (id, tenant_id, user_id, kind, text, run_id, created_at, updated_at)
        select new.id, tenant_id, user_id, new.kind, new.text, new.run_id, new.at, new.at
        from rememberers, json_to_recordset(${JSON.stringify(rows)}::json)
          as new (id text, kind text, text text, run_id text, at timestamptz)
        where tenant_id = ${tenant_id} and user_id = ${user_id}
        on conflict do nothing
      `.execute(db);
    },

    async correct({ tenant_id, user_id }, id, text, at) {
      const words = storableText(text);
      return db.transaction().execute(async (transaction) => {
        // Corrected into a memory that already exists: the two become one.
        await sql`
          delete from memories other using memories
          where memories.id = ${id} and memories.tenant_id = ${tenant_id} and memories.user_id = ${user_id}
            and other.tenant_id = ${tenant_id} and other.user_id = ${user_id} and other.id <> memories.id
            and other.kind = memories.kind and lower(other.text) = lower(${words})
        `.execute(transaction);
        const { rows } = await sql<Selectable<RecordTables['memories']>>`
          update memories set text = ${words}, run_id = null, updated_at = ${at}::timestamptz
          where id = ${id} and tenant_id = ${tenant_id} and user_id = ${user_id}
          returning *
        `.execute(transaction);
        return rows[0] ? recordOf<Memory>(rows[0]) : null;
      });
    },

    async forget({ tenant_id, user_id }, id) {
      const { numAffectedRows = 0n } = await sql`
        delete from memories where id = ${id} and tenant_id = ${tenant_id} and user_id = ${user_id}
      `.execute(db);
      return numAffectedRows > 0n;
    },
  };
}
