import type { Language } from '../../domain/language.ts';
import type { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { once, readPatterns } from '../../language/read-lexicon.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { splitProse } from '../../language/sentences.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import type { PickedSentence } from './desk-work.ts';
import { LABELLING } from './tools/math/read-figures.ts';

const MIN_WORDS = 4;
const MAX_SENTENCES = 8;
/** A sentence much weaker than the best one answers another question. */
const MIN_SHARE_OF_BEST = 0.7;
/** What the title and the heading say holds for the sentences under them, but less than what they say themselves. */
const PLACE_CREDIT = 0.5;
const RELEVANCE_SHARE = 0.3;
/** Of a question for a quantity only a sentence with one can be the answer. */
const FIGURE_BONUS = 0.25;

const cues = once(() => readPatterns('language/desk-cues', ['asks_quantity'], 'iu'));
/** Every document ends by saying whom to ask: that answers nothing. */
const BOILERPLATE = /\((?:fictional|hư cấu)\)|^(?:Câu hỏi về|Questions about)/u;

const LABEL = new RegExp(
  `(?<!\\p{L})(?:${LABELLING}) (?:họp )?(\\p{Lu}?\\d+|\\p{Lu})(?![\\p{L}\\p{N}])`,
  'gu',
);
const YEAR = /(?<!\p{L})(?:năm|in) (\d{4})(?!\d)/giu;

/** The sentences of the passages that speak to a query, best first. */
export function pickSentences(
  query: string,
  language: Language,
  passages: readonly RankedPassage[],
  { terms, expansions }: { terms: readonly TermWeight[]; expansions: readonly Expansion[] },
): PickedSentence[] {
  const groups = analyzeExpansions(expansions, language);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const wantsFigure = cues().asks_quantity.test(query);
  const scored = passages
    .flatMap((passage) => {
      const place = new Set(
        analyzeText([passage.document.title, ...passage.heading_path].join(' '), passage.document.language),
      );
      return splitProse(passage.text, passage.document.language)
        .filter(({ text }) => text.split(/\s+/u).length >= MIN_WORDS && !BOILERPLATE.test(text))
        .filter(({ text }) => !nameDifferentThings(query, text))
        .map(({ text }) => {
          const said = new Set(analyzeText(text, language));
          const creditOf = ({ term, weight }: TermWeight) => weight * termCredit(term, groups, said);
          const own = terms.reduce((sum, one) => sum + creditOf(one), 0);
          const byPlace = terms.reduce(
            (sum, one) => sum + (creditOf(one) === 0 && place.has(one.term) ? one.weight * PLACE_CREDIT : 0),
            0,
          );
          const figure = wantsFigure && /\d/u.test(text) ? FIGURE_BONUS : 0;
          const score = (own + byPlace) / total + figure + RELEVANCE_SHARE * passage.scores.relevance;
          return { text, passage_id: passage.id, score: own === 0 ? 0 : score };
        });
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const seen = new Set<string>();
  return scored
    .filter(({ score }) => score >= best * MIN_SHARE_OF_BEST)
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, MAX_SENTENCES);
}

/** Grade 2 and grade 3, severity 1 and severity 2, two years: by their number two things. */
export function nameDifferentThings(a: string, b: string): boolean {
  const [inA, inB] = [labelsIn(a), labelsIn(b)];
  return inA.size > 0 && inB.size > 0 && ![...inA].some((label) => inB.has(label));
}

function labelsIn(text: string): Set<string> {
  // Only what begins a sentence is a noun with a capital: the mark after it is told by its own.
  const plain = text.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return new Set([...plain.matchAll(LABEL), ...plain.matchAll(YEAR)].map(([, mark = '']) => mark));
}
