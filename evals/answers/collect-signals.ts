import { writeFileSync } from 'node:fs';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import { logOdds } from '../../src/domain/passage.ts';
import { rolesReadBy } from '../../src/flows/consult/roles.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import { type Corpus, isFrom, loadQuestions, type Part, saysFacts } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

type Question = Awaited<ReturnType<typeof loadQuestions>>[number];

/** What search and ranker say of each passage that was read for a question, before anything is weighed. */
export interface Signals {
  id: string;
  language: string;
  answerable: boolean;
  facts: number;
  passages: {
    /** Holds the document that the question is about. */
    own: boolean;
    final: number;
    relevance: number;
    lexical: number;
    cosine: number | null;
    sameLanguage: boolean;
    kind: string;
    /** Log-odds of the passage; null where it was not read. */
    answers: number | null;
    /** Log-odds of each sentence, and which of the question's facts it says. */
    sentences: { odds: number; says: number[]; words: number }[];
  }[];
}

const CANDIDATES = 40;

/**
 * `npx tsx evals/answers/collect-signals.ts sample|foreign OUT.jsonl PART,PART [topics.jsonl]`: what search and ranker say of every
 * question, for fitting how sentences are chosen and what the chance of an answer is.
 */
const [corpus, out, parts = 'tune', topics] = process.argv.slice(2) as [Corpus, string, string?, string?];
await withCorpus({ corpus, ...(topics === undefined ? {} : { topics }) }, async (galen) => {
  const rows: Signals[] = [];
  for (const part of parts.split(',') as Part[]) {
    for (const question of await loadQuestions(corpus, part)) rows.push(await signalsOf(galen, question));
  }
  writeFileSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  console.log(`${rows.length} questions in ${out}`);
});

async function signalsOf(galen: Galen, asked: Question): Promise<Signals> {
  const { message, as, facts, answerable, id } = asked;
  const language = detectLanguage(message);
  const principal = demoPrincipal(as);
  const signal = new AbortController().signal;
  const found = await galen.passages.search({
    query: message,
    expansions: expandQuery(message, language),
    language,
    access: accessOf(principal),
    filters: { roles: rolesReadBy(principal) },
    limit: CANDIDATES,
    signal,
  });
  const { terms, passages } = found;
  const read = await galen.reranker.rerank({ query: message, language, terms, passages, signal });
  return {
    id,
    language,
    answerable,
    facts: facts.length,
    passages: read.map(({ document, document_id, scores, sentences }) => ({
      own: isFrom({ document_id, title: document.title }, asked.document ?? ''),
      final: scores.final,
      relevance: scores.relevance,
      lexical: scores.lexical,
      cosine: scores.cosine,
      sameLanguage: document.language === language,
      kind: document.source_type,
      answers: scores.answers === undefined ? null : logOdds(scores.answers),
      sentences: (sentences ?? []).map(({ text, answers }) => ({
        odds: logOdds(answers),
        says: facts.flatMap((fact, i) => (saysFacts(text, [fact]) ? [i] : [])),
        words: text.split(/\s+/u).length,
      })),
    })),
  };
}
