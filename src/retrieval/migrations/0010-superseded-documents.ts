import { sql } from 'kysely';
import type { Migration } from '../../records/migration.port.ts';

/** Which document a document takes the place of, so that nobody is told an old rule as the current one. */
export const supersededDocumentsMigration: Migration = {
  id: '0010-superseded-documents',
  async up(transaction) {
    await sql`alter table documents add column supersedes text`.execute(transaction);
    await sql`
      create index documents_superseded on documents (tenant_id, supersedes) where supersedes is not null
    `.execute(transaction);
  },
};
