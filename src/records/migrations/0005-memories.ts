import { sql } from 'kysely';
import type { Migration } from '../migration.port.ts';

/** What askers told of themselves, of those who asked Galen to remember: their row in `rememberers` is the wish. */
export const createMemories: Migration = {
  id: '0005-memories',
  async up(transaction) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(transaction);
  },
};

const STATEMENTS = [
  `create table rememberers (
    tenant_id text not null,
    user_id text not null,
    primary key (tenant_id, user_id)
  )`,
  `create table memories (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    kind text not null check (kind in ('condition', 'medication', 'allergy', 'preference')),
    text text not null,
    run_id text references runs on delete set null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    foreign key (tenant_id, user_id) references rememberers on delete cascade
  )`,
  'create unique index memories_once on memories (tenant_id, user_id, kind, lower(text))',
];
