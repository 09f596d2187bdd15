import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import { chanceSignals } from '../../src/domain/passage.ts';
import { rolesReadBy } from '../../src/flows/consult/roles.ts';
import { MAX_SENTENCES, rankSentences } from '../../src/flows/evidence/select-sentences.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import { findPassages } from '../../src/retrieval/search/find-passages.ts';
import { fitLogistic } from '../gates/fit-logistic.ts';
import { type Corpus, loadQuestions, saysFacts } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

/**
 * `npx tsx evals/answers/fit-chance.ts [topics.jsonl]`: the weights of `answerChance`, from the development part alone. A
 * question counts as answered when its fact stands in the sentences that would be quoted.
 */
const [topics] = process.argv.slice(2);

interface Judged {
  features: number[];
  isRight: boolean;
}

const judged: Judged[] = [];
for (const corpus of ['sample', ...(topics === undefined ? [] : ['foreign' as const])] as Corpus[]) {
  const given = { corpus, ...(topics === undefined ? {} : { topics }) };
  judged.push(...(await withCorpus(given, (galen) => judge(galen, corpus))));
}
console.log(`${judged.length} questions, ${judged.filter(({ isRight }) => isRight).length} answered`);
console.log('constant, relevance, sentence:', fitLogistic(judged));

async function judge(galen: Galen, corpus: Corpus): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const { message, as, facts, answerable } of await loadQuestions(corpus, 'tune')) {
    const language = detectLanguage(message);
    const principal = demoPrincipal(as);
    const { read } = await findPassages(galen, {
      query: message,
      expansions: expandQuery(message, language),
      language,
      access: accessOf(principal),
      filters: {
        source_types: ['pubmed', 'guidelines', 'qa', 'interactions', 'upload'],
        roles: rolesReadBy(principal),
      },
      limit: 40,
      signal: new AbortController().signal,
    });
    const { relevance, sentence } = chanceSignals(read);
    const quoted = rankSentences({
      question: message,
      language,
      intent: 'disease_info',
      evidence: read,
      query_terms: [],
      expansions: [],
    });
    const said = quoted
      .slice(0, MAX_SENTENCES)
      .map(({ text }) => text)
      .join(' ');
    all.push({ features: [relevance, sentence], isRight: answerable && saysFacts(said, facts) });
  }
  return all;
}
