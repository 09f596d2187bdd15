import { sql } from 'kysely';
import type { Migration } from '../../../records/migration.port.ts';

export const passagesMigration: Migration = { id: '0002-passages' };

/** Words are counted for each kind of source by itself; what was counted together is counted anew. */
export const lexiconBySourceMigration = {
  id: '0008-lexicon-by-source',
  async up(transaction) {
    const { rows } = await sql<{ id: number }>`select id from index_generations`.execute(transaction);
    for (const { id } of rows) {
      const lexicon = sql.table(`lexicon_${id}`);
      const entries = sql.table(`passage_entries_${id}`);
      await sql`truncate ${lexicon}`.execute(transaction);
      await sql`
        alter table ${lexicon} add column if not exists source_type text not null,
          drop constraint if exists ${sql.ref(`lexicon_${id}_pkey`)},
          add primary key (tenant_id, term, source_type)`.execute(transaction);
      await sql`
        with words as (
          select entries.tenant_id, source_type, passage_id, term
          from ${entries} entries join facets on facets.id = facet_id
            cross join unnest(string_to_array(nullif(terms, ''), ' ')) as term
        )
        insert into ${lexicon} (tenant_id, term, source_type, passages, occurrences)
        select tenant_id, term, source_type, count(distinct passage_id), count(*) from words group by 1, 2, 3
        union all
        select entries.tenant_id, '', source_type, count(*),
          sum(coalesce(cardinality(string_to_array(nullif(terms, ''), ' ')), 0))
        from ${entries} entries join facets on facets.id = facet_id
        group by 1, 3`.execute(transaction);
    }
  },
} satisfies Migration;

/** In the order in which they run. */
export const retrievalMigrations: readonly Migration[] = [
  passagesMigration,
  { id: '0004-index-generations' },
  lexiconBySourceMigration,
  { id: '0010-superseded-documents' },
  { id: '0012-undated-documents' },
  { id: '0014-removed-documents' },
];
