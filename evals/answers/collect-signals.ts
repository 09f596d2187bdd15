import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import type { Language } from '../../src/domain/language.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import type { SearchResult } from '../../src/retrieval/passage-index.port.ts';
import { searchAsked } from '../../src/retrieval/search/find-passages.ts';
import { type Corpus, loadQuestions, type Part } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

type Question = Awaited<ReturnType<typeof loadQuestions>>[number];

/** What the search brought for a question, the best in the ranker's order and with what it said of them. */
export interface Signals {
  asked: Question;
  language: Language;
  /** What the message asks, as it was searched for. */
  query: string;
  found: SearchResult;
}

const CANDIDATES = 40;
/** As many as the ranker reads. */
const READ = 10;
/** On a busy machine a part of a search may be given up: it is searched again. */
const TRIES = 5;

/**
 * `npx tsx evals/answers/collect-signals.ts sample|staff|foreign OUT.jsonl PART,PART [topics.jsonl]`: what search and ranker say of every
 * question, for fitting what the chance of an answer is. Goes on where it was stopped.
 */
const [corpus, out, parts = 'tune', topics] = process.argv.slice(2) as [Corpus, string, string?, string?];
if (!existsSync(out)) writeFileSync(out, '');
const done = new Set(
  readFileSync(out, 'utf8')
    .split('\n')
    .flatMap((line) => /^\{"asked":\{"id":"([^"]+)"/u.exec(line)?.[1] ?? []),
);
await withCorpus({ corpus, ...(topics === undefined ? {} : { topics }) }, async (galen) => {
  const questions = await Promise.all(
    (parts.split(',') as Part[]).map((part) => loadQuestions(corpus, part)),
  );
  // In an order of no meaning: what was collected when it was stopped is a sample of all.
  const shuffled = questions.flat().sort((a, b) => (hashOf(a.id) < hashOf(b.id) ? -1 : 1));
  for (const asked of shuffled)
    if (!done.has(asked.id)) appendFileSync(out, `${JSON.stringify(await signalsOf(galen, asked))}\n`);
});

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

async function signalsOf(galen: Galen, asked: Question): Promise<Signals> {
  const { message, as } = asked;
  const language = detectLanguage(message);
  const signal = new AbortController().signal;
  const wanted = {
    ...{ query: message, expansions: expandQuery(message, language), language, signal },
    access: accessOf(demoPrincipal(as)),
    filters: {},
    limit: CANDIDATES,
  };
  const search = () => searchAsked(galen.passages, wanted);
  let { found, asked: query } = await search();
  for (let i = 1; i < TRIES && found.degraded !== null; i += 1) ({ found, asked: query } = await search());
  const { terms, passages } = found;
  const read = await galen.reranker.rerank({ query, language, signal, terms, passages });
  return { asked, language, query, found: { ...found, passages: read.slice(0, READ) } };
}
