import type { Language } from '../../domain/language.ts';
import type { Expansion, TermWeight } from '../../domain/passage.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { FRAMING_TERMS } from '../../retrieval/analysis/tables/framing-words.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';

/** What a word of a question that only says how it is asked counts beside one that says what about. */
const FRAMING_SHARE = 0.3;

/** How much a question of the knowledge base asks the same, 0 to 1: all of what was asked, and little else. */
export function questionLikeness(
  question: string,
  asked: { terms: readonly TermWeight[]; expansions: readonly Expansion[]; language: Language },
): number {
  const groups = analyzeExpansions(asked.expansions, asked.language);
  const held = new Set(analyzeText(question, asked.language));
  const total = asked.terms.reduce((sum, { weight }) => sum + weight, 0);
  const shared = asked.terms.reduce(
    (sum, { term, weight }) => sum + weight * termCredit(term, groups, held),
    0,
  );
  const meant = new Set([
    ...asked.terms.map(({ term }) => term),
    ...groups.flatMap(({ alternatives }) => alternatives.flat()),
  ]);
  const weightOf = (term: string) => (FRAMING_TERMS[asked.language].has(term) ? FRAMING_SHARE : 1);
  const said = [...held].reduce((sum, term) => sum + weightOf(term), 0);
  const wanted = [...held].filter((term) => meant.has(term)).reduce((sum, term) => sum + weightOf(term), 0);
  if (total === 0 || said === 0 || shared === 0 || wanted === 0) return 0;
  const [recall, precision] = [shared / total, wanted / said];
  return (2 * recall * precision) / (recall + precision);
}
