import { create, insertMultiple, search } from '@orama/orama';
import { type Kysely, sql } from 'kysely';
import MiniSearch from 'minisearch';
import type { RetrievalSet } from './load-beir.ts';

/** Ranks the documents of a set for a query: their ids, best first. Notes a search that had to do without one of its parts. */
export type Ranker = (query: string, noteDegraded: () => void) => Promise<string[]>;

const LIMIT = 100;

/** MiniSearch with its defaults: BM25+ over title and text, any term may match. */
export function miniSearch({ corpus }: RetrievalSet): Ranker {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(corpus);
  return async (query) =>
    index
      .search(query)
      .slice(0, LIMIT)
      .map(({ id }) => String(id));
}

/** Orama with English stemming and stop words at their defaults, any term may match. */
export async function orama({ corpus }: RetrievalSet): Promise<Ranker> {
  const index = create({
    schema: { title: 'string', text: 'string' },
    components: { tokenizer: { stemming: true, language: 'english' } },
  });
  await insertMultiple(index, corpus, 500);
  return async (query) => {
    const found = await search(index, { term: query, limit: LIMIT, threshold: 1 });
    return found.hits.map(({ id }) => id);
  };
}

/** PostgreSQL's own full text: English dictionary, title and text as one vector, terms joined by or. */
export async function tsRank(db: Kysely<unknown>, { corpus }: RetrievalSet): Promise<Ranker> {
  await sql`drop table if exists eval_full_text`.execute(db);
  await sql`create table eval_full_text (id text primary key, words tsvector not null)`.execute(db);
  for (let i = 0; i < corpus.length; i += 500) {
    const rows = JSON.stringify(corpus.slice(i, i + 500));
    await sql`
      insert into eval_full_text
      select id, to_tsvector('english', title || ' ' || text)
      from json_to_recordset(${rows}::json) as row(id text, title text, text text)`.execute(db);
  }
  await sql`create index on eval_full_text using gin (words)`.execute(db);
  return async (query) => {
    const found = await sql<{ id: string }>`
      with asked as (
        select string_agg(quote_literal(lexeme), ' | ')::tsquery as query
        from unnest(to_tsvector('english', ${query})))
      select id from eval_full_text, asked where words @@ asked.query
      order by ts_rank(words, asked.query, 1) desc, id limit ${LIMIT}`.execute(db);
    return found.rows.map(({ id }) => id);
  };
}
