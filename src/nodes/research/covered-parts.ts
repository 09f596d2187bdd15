import type { Citation } from '../../domain/answer.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/term-credit.ts';
import { intentOf } from '../evidence/classify-intent.ts';
import { INTENT_CUES } from '../evidence/intent-cues.ts';
import type { SubQuery } from './sub-query.ts';
import { tellingTermsOf } from './telling-terms.ts';

/** The parts of a question that an answer speaks of: by a sentence that holds, from a source found for the part. */
export function coveredParts(answer: {
  sub_queries: readonly SubQuery[];
  citations: readonly Citation[];
  /** What the citations number: `source_index` 1 is the first. */
  cited: readonly RankedPassage[];
  evidence: readonly RankedPassage[];
  serves: readonly (readonly number[])[];
  language: Language;
}): number[] {
  const { sub_queries, cited, evidence, serves, language } = answer;
  const own = ownTerms(sub_queries, language);
  const holding = answer.citations.filter(({ support }) => support !== 'unsupported');
  return sub_queries.flatMap((part, i) => {
    const groups = analyzeExpansions(part.expansions, language);
    const cue = INTENT_CUES[intentOf(part.query, language)];
    const speaksOfIt = holding.some(({ source_index, quote }) => {
      const source = cited[source_index - 1];
      const at = evidence.findIndex(({ id }) => id === source?.id);
      if (source === undefined || !serves[at]?.includes(i)) return false;
      const terms = own[i] ?? new Set<string>();
      const held = new Set(analyzeText(`${source.document.title} ${quote}`, source.document.language));
      return (
        terms.size === 0 ||
        [...terms].some((term) => termCredit(term, groups, held) > 0) ||
        (sub_queries.length > 2 && cue.test(quote))
      );
    });
    return speaksOfIt ? [i] : [];
  });
}

/** What tells each part apart from the others. */
function ownTerms(parts: readonly SubQuery[], language: Language): Set<string>[] {
  const terms = parts.map(({ search }) => tellingTermsOf(search, language));
  return terms.map(
    (own, i) => new Set([...own].filter((term) => !terms.every((other, j) => j === i || other.has(term)))),
  );
}
