import { demoPrincipal } from '../demo-principals.ts';
import { SearchRequest, searchKnowledge } from '../search-knowledge.ts';
import { EXIT } from './exit-codes.ts';
import { parseRequest } from './parse-request.ts';
import { withGalen } from './with-galen.ts';

interface SearchOptions {
  language?: string;
  as?: string;
  sourceType?: string[];
  minEvidenceLevel?: number;
  limit?: number;
  json?: boolean;
}

/** `galen search`: passages with their scores. */
export async function search(words: string[], options: SearchOptions): Promise<void> {
  const principal = demoPrincipal(options.as);
  const request = parseRequest(SearchRequest, {
    query: words.join(' '),
    language: options.language,
    source_types: options.sourceType,
    min_evidence_level: options.minEvidenceLevel,
    limit: options.limit,
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
    for (const { document, heading, text, scores } of found.passages) {
      const { title, journal, year } = document;
      process.stdout.write(`${scores.final.toFixed(3)}  ${title} (${journal}, ${year}) › ${heading}\n`);
      process.stdout.write(`       ${text.replace(/\s+/gu, ' ').slice(0, 160)}…\n`);
    }
  });
}
