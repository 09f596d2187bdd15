import { z } from 'zod';
import type { Citation } from '../../../domain/answer.ts';
import type { Language } from '../../../domain/language.ts';
import { howNear, RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { BackGate } from '../../../gates/back-gate.port.ts';
import { analyzeText } from '../../../language/search-terms/analyze-text.ts';
import { analyzeExpansions, termCredit } from '../../../retrieval/search/score-terms.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { FoundForPart, QuestionType, ResearchStep, researchStep, SubQuery } from '../sub-query.ts';
import { tellingTermsOf } from '../subject-of-part.ts';

/** An answer as it was measured: the best one is returned, whichever round it came from. */
export const ScoredAnswer = z.object({
  draft: z.string(),
  evidence: z.array(RankedPassage),
  serves: z.array(z.array(z.number().int())),
  /** The back gate's, before the parts are counted. */
  confidence: z.number(),
  /** The parts of the question that a supported sentence speaks of. */
  covered: z.array(z.number().int()),
  /** The gate's confidence, times the share of the parts that are covered: what answers are compared by. */
  measured: z.number(),
});
export type ScoredAnswer = z.infer<typeof ScoredAnswer>;

/** Measures a draft by the back gate's own checks: how sure it may be, and which parts of the question it answers. */
export function scoreAnswer({ backGate }: { backGate: BackGate }) {
  return defineNode({
    step: 'score',
    reads: TurnState.pick({ question: true, language: true, draft: true, evidence: true }).extend({
      question_type: QuestionType,
      sub_queries: z.array(SubQuery),
      found: z.array(FoundForPart),
      serves: z.array(z.array(z.number().int())),
      best: ScoredAnswer.optional(),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['scored'],

    async run(
      { question, question_type: type, language, draft, sub_queries, found, evidence, serves, ...rest },
      context,
    ) {
      const { best, research_steps } = rest;
      const verdict = await backGate.check({ question, draft, evidence, language });
      const { citations, cited, confidence } = verdict;
      const covered = coveredParts({
        type,
        sub_queries,
        found,
        citations,
        cited,
        evidence,
        serves,
        language,
      });
      const measured = (confidence * covered.length) / sub_queries.length;
      const scored = { draft, evidence, serves, confidence, covered, measured };
      const step = researchStep(context, 'synthesize', { confidence });
      const writes = {
        scored,
        // The first of two alike: what was added told nothing more.
        best: best !== undefined && best.measured >= measured ? best : scored,
        research_steps: [...research_steps, step],
      };
      return { outcome: 'scored' as const, writes };
    },
  });
}

interface MeasuredAnswer {
  type: QuestionType;
  sub_queries: readonly SubQuery[];
  found: readonly FoundForPart[];
  citations: readonly Citation[];
  /** What the citations number: `source_index` 1 is the first. */
  cited: readonly RankedPassage[];
  evidence: readonly RankedPassage[];
  serves: readonly (readonly number[])[];
  language: Language;
}

/** The parts of a question that an answer speaks of: by a sentence that holds, from a source found for the part. */
function coveredParts(answer: MeasuredAnswer): number[] {
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

/**
 * Whether a quote is on the topic of a part and enough for it: the ranker has said so of its passage, or, where none has read it, the
 * quote or the title over it says what tells the part apart from the others.
 */
function speaksOfPart(part: number, citation: Citation, answer: MeasuredAnswer): boolean {
  const { sub_queries, found, cited, language } = answer;
  const source = cited[citation.source_index - 1];
  if (source === undefined || !isFrom(part, citation, answer)) return false;
  const ofPart = found.filter(({ sub_query }) => sub_query === part).flatMap(({ passages }) => passages);
  const judged = ofPart.findLast(({ id, sentences }) => id === source.id && sentences !== undefined);
  if (judged !== undefined) return howNear([judged]) === 'answers';
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
