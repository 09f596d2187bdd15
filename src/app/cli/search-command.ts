import type { RankedPassage } from '../../domain/passage.ts';
import { type Explanation, explainPassage } from '../../retrieval/search/rank-candidates.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { FoundPassages, SearchRequest } from '../search-request.ts';
import { type CommandOptions, EXIT, parseRequest, withGalen } from './command.ts';
import { describeOrigin } from './print-answer.ts';
import { findServer } from './running-server.ts';

interface SearchOptions extends CommandOptions {
  /** What else is given is the request's, in the singular where it may be given more than once. */
  [filter: string]: unknown;
}

/** Options that the request calls otherwise. */
const NAMES = {
  collection: 'collections',
  department: 'departments',
  role: 'roles',
  topic: 'topics',
  subTopic: 'sub_topics',
  sourceType: 'source_types',
  documentLanguage: 'languages',
};

/** `galen search`: passages with their scores. */
export async function search(words: string[], { as, json, ...options }: SearchOptions): Promise<void> {
  const principal = demoPrincipal(as);
  const request = parseRequest(SearchRequest, { query: words.join(' '), ...options }, NAMES);
  const server = await findServer(as);
  const found =
    server !== null
      ? await server.post('/v1/search', request, FoundPassages)
      : await withGalen(async (galen) => {
          const { searchKnowledge } = await import('../search-knowledge.ts');
          return searchKnowledge(galen, request, principal, new AbortController().signal);
        });
  if (found === null) return;
  if (json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else print(found, request);
}

function print(found: FoundPassages, { explain }: SearchRequest): void {
  for (const { from, to } of found.corrections)
    process.stderr.write(`Searched for "${to}" too, for "${from}".\n`);
  if (found.passages.length === 0) {
    process.stdout.write('Nothing found.\n');
    process.exitCode = EXIT.abstained;
  }
  for (const passage of found.passages) process.stdout.write(describePassage(passage));
  if (explain) process.stdout.write(`\n${explanationTable(found.passages)}\n`);
}

/** Its score is the one that the order goes by. */
function describePassage(passage: FoundPassages['passages'][number]): string {
  const { document, heading_path, page, text, summary_of, fictional } = passage;
  const published = describeOrigin({ ...document, summary_of, fictional }, 'en');
  const place = [...heading_path, ...(page === null ? [] : [`p. ${page}`])].map((part) => ` › ${part}`);
  const line = `${explainPassage(passage).final.toFixed(3)}  ${document.title} (${published})${place.join('')}`;
  return `${line}\n       ${text.replace(/\s+/gu, ' ').slice(0, 160)}…\n`;
}

type Explained = Pick<RankedPassage, 'id'> & { explanation: Explanation | null };

const SCORES = ['bm25', 'cosine', 'lexical', 'dense', 'fused', 'rerank', 'evidence', 'final'] as const;

/** How each passage came by its place, a line each. */
export function explanationTable(passages: readonly Explained[]): string {
  const rows = passages.flatMap(({ id, explanation }) => {
    if (explanation === null) return [];
    const scores = SCORES.map((name) => explanation[name]?.toFixed(3) ?? '-');
    return [[...scores, id, explanation.matched_terms.join(' ')]];
  });
  const head = [...SCORES, 'passage', 'matched terms'];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const aligned = (cell: string, column: number) =>
    column < SCORES.length ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return [head, ...rows].map((row) => row.map(aligned).join('  ').trimEnd()).join('\n');
}
