import type { RankedPassage } from '../../domain/passage.ts';
import { explainPassage } from '../../retrieval/search/rank-candidates.ts';
import { demoPrincipal } from '../demo-principals.ts';
import { searchKnowledge } from '../search-knowledge.ts';
import { SearchRequest } from '../search-request.ts';
import { EXIT } from './exit-codes.ts';
import { explanationTable } from './explanation-table.ts';
import { parseRequest } from './parse-request.ts';
import { withGalen } from './with-galen.ts';

interface SearchOptions {
  language?: string;
  as?: string;
  collection?: string[];
  department?: string[];
  role?: string[];
  topic?: string[];
  subTopic?: string[];
  sourceType?: string[];
  minEvidenceLevel?: number;
  yearFrom?: number;
  yearTo?: number;
  documentLanguage?: string[];
  limit?: number;
  explain?: boolean;
  json?: boolean;
}

/** `galen search`: passages with their scores. */
export async function search(words: string[], options: SearchOptions): Promise<void> {
  const principal = demoPrincipal(options.as);
  const request = parseRequest(SearchRequest, {
    query: words.join(' '),
    language: options.language,
    collections: options.collection,
    departments: options.department,
    roles: options.role,
    topics: options.topic,
    sub_topics: options.subTopic,
    source_types: options.sourceType,
    min_evidence_level: options.minEvidenceLevel,
    year_from: options.yearFrom,
    year_to: options.yearTo,
    languages: options.documentLanguage,
    limit: options.limit,
    explain: options.explain,
  });
  await withGalen(async (galen) => {
    const found = await searchKnowledge(galen, request, principal, new AbortController().signal);
    if (options.json) {
      process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      return;
    }
    for (const { from, to } of found.corrections)
      process.stderr.write(`Searched for "${to}" too, for "${from}".\n`);
    if (found.passages.length === 0) {
      process.stdout.write('Nothing found.\n');
      process.exitCode = EXIT.abstained;
    }
    for (const passage of found.passages) process.stdout.write(describePassage(passage));
    if (request.explain) process.stdout.write(`\n${explanationTable(found.passages)}\n`);
  });
}

/** Its score is the one that the order goes by. */
function describePassage(passage: RankedPassage): string {
  const { document, heading_path, page, text } = passage;
  const published = [document.journal, document.year].filter((part) => part !== '').join(', ');
  const place = [...heading_path, ...(page === null ? [] : [`p. ${page}`])].map((part) => ` › ${part}`);
  const line = `${explainPassage(passage).final.toFixed(3)}  ${document.title} (${published})${place.join('')}`;
  return `${line}\n       ${text.replace(/\s+/gu, ' ').slice(0, 160)}…\n`;
}
