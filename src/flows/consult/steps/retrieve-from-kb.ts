import { z } from 'zod';
import { accessOf } from '../../../domain/access.ts';
import { levelsUpToGrade } from '../../../domain/evidence-level.ts';
import type { Language } from '../../../domain/language.ts';
import {
  answerChance,
  type Expansion,
  type RankedPassage,
  type TermWeight,
} from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { analyzeText } from '../../../language/search-terms/analyze-text.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import { framingTerms } from '../../../language/search-terms/word-tables.ts';
import type { PassageFilters, PassageIndex } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { findPassages, subjectTerms } from '../../../retrieval/search/find-passages.ts';
import { analyzeExpansions, termCredit } from '../../../retrieval/search/score-terms.ts';
import { searchNotes, whatWasSeen } from '../../shared/search-notes.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { Certainty, consultRole, KNOWLEDGE } from '../roles.ts';
import { toCandidate, unlessUnreachable } from './classify-topic.ts';

/** What a word of a question that only says how it is asked counts beside one that says what about. */
const FRAMING_SHARE = 0.3;

const CANDIDATES = 40;
const KEPT_PER_SEARCH = 10;
const NEAR_IN_TOPIC = 0.2;
const KEPT_NEAR = 2;
/** Best on the labelled questions, both. */
const LIKENESS_SHARE = 0.7;
const SAME_FROM = 0.5;
/** What a consultation is answered from unless the asker says otherwise. */
const PAIRS = ['qa'];

/** Searches the role's pairs twice, within the sub-topic and without it, and keeps each pair once. */
export function retrieveFromKb({ passages, reranker }: { passages: PassageIndex; reranker: Reranker }) {
  return defineNode({
    step: 'retrieve',
    reads: TurnState.pick({ request: true, principal: true, language: true }).extend({
      role: z.string(),
      retrieval_query: z.string(),
      demuc: z.string().nullable(),
      chu_de_con: z.string().nullable(),
      classification_confidence: Certainty.default('low'),
      retrieve_attempts: z.number(),
    }),
    outcomes: ['retrieved', 'unreachable'],

    async run({ request, principal, language, retrieval_query, ...state }, context) {
      const role = consultRole(state.role);
      const isAgain = state.retrieve_attempts > 1;
      const source_types = request.source_types ?? PAIRS;
      const filters: PassageFilters = {
        roles: role.reads,
        collections: KNOWLEDGE.collections,
        source_types,
        evidence_levels: levelsUpToGrade(request.min_evidence_level),
        // What the asker's language does not hold may be there in the language the knowledge is whole in.
        languages: isAgain ? [...new Set([language, KNOWLEDGE.language])] : [language],
      };
      const search = (topic: PassageFilters) =>
        findPassages(
          { passages, reranker },
          {
            query: retrieval_query,
            expansions: expandQuery(retrieval_query, language),
            language,
            access: accessOf(principal),
            filters: { ...filters, ...topic },
            limit: CANDIDATES,
            signal: context.signal,
          },
          KEPT_PER_SEARCH,
        );
      const found = await unlessUnreachable(context, () =>
        Promise.all(topicFilters(state, isAgain).map(search)),
      );
      if (found === null) return { outcome: 'unreachable' as const, writes: { kb_unreachable: true } };
      for (const data of found.flatMap(searchNotes)) context.emit({ type: 'note', data });
      const likeness = (pair: RankedPassage) =>
        questionLikeness(pair.document.title, {
          terms: found[0]?.terms ?? [],
          expansions: found[0]?.expansions ?? [],
          language,
        });
      const isSure = state.classification_confidence === 'high';
      const subjects = subjectTerms(retrieval_query, language);
      const chances = found.flatMap(({ read }) => answerChance(read) ?? []);
      // Pairs that our own ranker has read are judged by it alone.
      const ofSubject = (candidates: readonly RankedPassage[] = []) =>
        candidates.filter(
          ({ matched_terms }) =>
            chances.length === 0 && subjects.every((subject) => matched_terms.includes(subject)),
        );
      // Pairs whose own question asks the same are kept too, in whatever words their answers are.
      const kept = found.flatMap((search) => [
        ...search.kept,
        ...ofSubject(search.candidates).filter((pair) => likeness(pair) >= SAME_FROM),
      ]);
      // Lay words and typing mistakes are many: of a topic that is sure the nearest pairs may answer.
      const near = ofSubject(isSure ? found[0]?.candidates : [])
        .filter(({ scores }) => scores.relevance >= NEAR_IN_TOPIC)
        .slice(0, KEPT_NEAR);
      const pairs = eachOnce(kept.length === 0 ? near : kept).map((pair) =>
        ordered(pair, likeness(pair), chances),
      );
      pairs.sort((a, b) => orderOf(b) - orderOf(a));
      const { nearest, closest } = whatWasSeen(
        found.flatMap(({ candidates }) => candidates),
        found[0]?.terms,
      );
      return {
        outcome: 'retrieved' as const,
        writes: {
          found: pairs,
          retrieved_candidates: pairs.map(toCandidate),
          searched: {
            query: retrieval_query,
            source_types,
            min_evidence_level: request.min_evidence_level,
            nearest,
            closest: request.return_sources ? closest : [],
          },
          rag_state: 'retrieved' as const,
        },
      };
    },
  });
}

/** With the sub-topic and without it. A topic that is not sure keeps nothing out of the wider search. */
function topicFilters(
  {
    demuc,
    chu_de_con,
    classification_confidence,
  }: { demuc: string | null; chu_de_con: string | null; classification_confidence: Certainty },
  isAgain: boolean,
): PassageFilters[] {
  const isSure = demuc !== null && classification_confidence === 'high' && !isAgain;
  const wider = isSure ? { topics: [demuc] } : {};
  if (demuc === null || chu_de_con === null) return [wider];
  return [{ topics: [demuc], sub_topics: [chu_de_con] }, wider];
}

/** Every pair that one of the searches kept, by its best passage. */
function eachOnce(kept: readonly RankedPassage[]): RankedPassage[] {
  const best = new Map<string, RankedPassage>();
  for (const passage of kept) {
    const other = best.get(passage.document_id);
    if (!other || orderOf(passage) > orderOf(other)) best.set(passage.document_id, passage);
  }
  return [...best.values()];
}

/** A pair that asks the same stands before one that only speaks of the same. */
function ordered(pair: RankedPassage, likeness: number, chances: readonly number[]): RankedPassage {
  const rerank = (1 - LIKENESS_SHARE) * orderOf(pair) + LIKENESS_SHARE * likeness;
  // The better of the two searches tells how likely the pairs answer.
  const chance = chances.length > 0 ? { chance: Math.max(...chances) } : {};
  return { ...pair, scores: { ...pair.scores, rerank, ...chance } };
}

function orderOf({ scores }: RankedPassage): number {
  return scores.rerank ?? scores.relevance;
}

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
  const weightOf = (term: string) => (framingTerms()[asked.language].has(term) ? FRAMING_SHARE : 1);
  const said = [...held].reduce((sum, term) => sum + weightOf(term), 0);
  const wanted = [...held].filter((term) => meant.has(term)).reduce((sum, term) => sum + weightOf(term), 0);
  if (total === 0 || said === 0 || shared === 0 || wanted === 0) return 0;
  const [recall, precision] = [shared / total, wanted / said];
  return (2 * recall * precision) / (recall + precision);
}
