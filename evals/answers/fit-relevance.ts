import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import type { RankedPassage } from '../../src/domain/passage.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { rerankOrKeep } from '../../src/retrieval/search/find-passages.ts';
import { questionCoverage } from '../../src/retrieval/search/keep-relevant.ts';
import { type Example, fitLogistic } from '../gates/fit-logistic.ts';
import { type Corpus, loadQuestions } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

/** How many candidates of a question are looked at, as in the flows. */
const CANDIDATES = 40;

/** Prints the weights by which a passage is judged to hold the answer, fitted on the tune parts alone. */
const examples: Example[] = [];
for (const corpus of ['sample', 'foreign'] as const) {
  await withCorpus(
    {
      corpus,
      ...(process.env.GALEN_EVAL_TOPICS ? { topics: process.env.GALEN_EVAL_TOPICS } : {}),
      embed: 'own',
    },
    async (galen) => {
      examples.push(...(await examplesOf(galen, corpus)));
    },
  );
}
const positives = examples.filter(({ isRight }) => isRight).length;
console.log(`${examples.length} passages, ${positives} hold the answer`);
console.log(
  'weights: constant, dense, lexical, coverage',
  fitLogistic(examples)
    .map((w) => w.toFixed(2))
    .join(', '),
);

async function examplesOf(galen: Galen, corpus: Corpus): Promise<Example[]> {
  const out: Example[] = [];
  const places = { fused: 0, reranked: 0, asked: 0 };
  for (const asked of await loadQuestions(corpus, 'tune')) {
    const language = detectLanguage(asked.message);
    const signal = new AbortController().signal;
    const query = {
      query: asked.message,
      expansions: [],
      language,
      access: accessOf(demoPrincipal(asked.as)),
      filters: {},
      limit: CANDIDATES,
      signal,
    };
    const found = await galen.passages.search(query);
    const holds = ({ text }: RankedPassage) =>
      asked.answerable &&
      asked.facts.every((either) => either.some((fact) => text.toLowerCase().includes(fact.toLowerCase())));
    const reranked = await rerankOrKeep(galen.reranker, {
      query: asked.message,
      language,
      terms: found.terms,
      passages: found.passages,
      signal,
    });
    if (asked.answerable) {
      places.asked += 1;
      if (found.passages.slice(0, 5).some(holds)) places.fused += 1;
      if (reranked.passages.slice(0, 5).some(holds)) places.reranked += 1;
    }
    for (const passage of found.passages) {
      const coverage = questionCoverage({ terms: found.terms, language, guessed: [] }, passage.matched_terms);
      out.push({
        features: [passage.scores.dense, passage.scores.lexical, coverage],
        isRight: holds(passage),
      });
    }
  }
  console.log(
    corpus,
    'a passage with the fact among the first five: fused',
    places.fused,
    'reranked',
    places.reranked,
    'of',
    places.asked,
  );
  return out;
}
