import type { Citation } from '../../domain/answer.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import type { QuestionType } from './question-type.ts';
import type { SubQuery } from './sub-query.ts';
import { tellingTermsOf } from './telling-terms.ts';

interface MeasuredAnswer {
  type: QuestionType;
  sub_queries: readonly SubQuery[];
  citations: readonly Citation[];
  /** What the citations number: `source_index` 1 is the first. */
  cited: readonly RankedPassage[];
  evidence: readonly RankedPassage[];
  serves: readonly (readonly number[])[];
  language: Language;
}

/** The parts of a question that an answer speaks of: by a sentence that holds, from a source found for the part. */
export function coveredParts(answer: MeasuredAnswer): number[] {
  const parts = answer.sub_queries.map((_, part) => part);
  const holding = answer.citations.filter(({ support }) => support !== 'unsupported');
  const named = parts.map((part) => holding.filter((citation) => speaksOfPart(part, citation, answer)));
  if (answer.type !== 'MULTI_STEP') return parts.filter((part) => (named[part] ?? []).length > 0);
  // Sources seldom call a step what the question calls it: one of its own sentences is enough.
  const taken = new Set(named.flatMap((sentences) => sentences.slice(0, 1)));
  return parts.filter((part) => {
    if ((named[part] ?? []).length > 0) return true;
    const left = holding.find((citation) => !taken.has(citation) && isFrom(part, citation, answer));
    if (left) taken.add(left);
    return left !== undefined;
  });
}

/** Whether a quote, or the title over it, says what tells the part apart from the others. */
function speaksOfPart(part: number, citation: Citation, answer: MeasuredAnswer): boolean {
  const { sub_queries, cited, language } = answer;
  const source = cited[citation.source_index - 1];
  if (source === undefined || !isFrom(part, citation, answer)) return false;
  const own = ownTerms(sub_queries, language)[part] ?? new Set<string>();
  const groups = analyzeExpansions(sub_queries[part]?.expansions ?? [], language);
  const held = new Set(analyzeText(`${source.document.title} ${citation.quote}`, source.document.language));
  return own.size === 0 || [...own].some((term) => termCredit(term, groups, held) > 0);
}

function isFrom(
  part: number,
  { source_index }: Citation,
  { cited, evidence, serves }: MeasuredAnswer,
): boolean {
  const at = evidence.findIndex(({ id }) => id === cited[source_index - 1]?.id);
  return serves[at]?.includes(part) ?? false;
}

/** What tells each part apart from the others. */
function ownTerms(parts: readonly SubQuery[], language: Language): Set<string>[] {
  const terms = parts.map(({ search }) => tellingTermsOf(search, language));
  return terms.map(
    (own, i) => new Set([...own].filter((term) => !terms.every((other, j) => j === i || other.has(term)))),
  );
}
