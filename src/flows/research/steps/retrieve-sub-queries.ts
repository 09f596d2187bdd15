import { z } from 'zod';
import { accessOf } from '../../../domain/access.ts';
import { levelsUpToGrade } from '../../../domain/evidence-level.ts';
import { howNear, type RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { mapBounded } from '../../../engine/run-steps.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { type FoundPassages, findPassages } from '../../../retrieval/search/find-passages.ts';
import { rolesReadBy } from '../../consult/roles.ts';
import { searchNotes, whatWasSeen } from '../../shared/search-notes.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { comparing } from '../compose-from-sources.ts';
import {
  FoundForPart,
  MAX_SUB_QUERIES,
  QuestionType,
  ResearchStep,
  researchStep,
  SubQuery,
} from '../sub-query.ts';
import { speaksOf, subjectOfPart } from '../subject-of-part.ts';
import { nameOf } from './classify-question.ts';

const CANDIDATES = 40;
const PER_SUB_QUERY = 10;
/** Words alone do not tell where the answer is: without a ranker the question is put to these unless the asker says otherwise. */
const LITERATURE = ['pubmed', 'guidelines', 'upload'];

/** Searches for every part of the question at once; a search that fails leaves the others. */
export function retrieveSubQueries({ passages, reranker }: { passages: PassageIndex; reranker: Reranker }) {
  return defineNode({
    step: 'retrieve',
    reads: TurnState.pick({ request: true, principal: true, language: true }).extend({
      search_query: z.string(),
      question_type: QuestionType,
      sub_queries: z.array(SubQuery),
      to_search: z.array(z.number().int()),
      round: z.number().int().default(0),
      found: z.array(FoundForPart).default([]),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['found', 'nothing-new'],

    async run(
      { request, principal, language, search_query, sub_queries, to_search, question_type, round, ...before },
      context,
    ) {
      const { signal, emit } = context;
      const { min_evidence_level } = request;
      const kinds = reranker.judges ? null : LITERATURE;
      const steps: ResearchStep[] = [];
      const seen: RankedPassage[] = before.found.flatMap((part) => part.passages);
      const parts = to_search.flatMap((at) => {
        const part = sub_queries[at];
        return part ? [{ at, ...part }] : [];
      });
      const [access, [roles = []]] = [accessOf(principal), rolesReadBy(principal)];
      const evidence_levels = levelsUpToGrade(min_evidence_level);
      const search = ({ search: query, expansions, ...years }: SearchedPart, own: string[] | null) => {
        const filters = { source_types: request.source_types ?? own, roles, evidence_levels, ...years };
        const asked = { query, expansions, language, access, filters, limit: CANDIDATES, signal };
        return findPassages({ passages, reranker }, asked, PER_SUB_QUERY);
      };
      const told = (at: number, found: FoundPassages, kept: RankedPassage[]): FoundForPart => {
        for (const data of searchNotes({ ...found, kept }))
          emit({ type: 'note', data: { ...data, sub_query: at } });
        seen.push(...found.candidates);
        steps.push(researchStep(context, `retrieve_sub_${at}`, { chunks: kept.length }));
        return { sub_query: at, passages: kept, terms: found.terms, expansions: found.expansions };
      };
      // One source that compares says more than several that each speak of a side.
      const isCompared =
        round === 0 && question_type === 'COMPARATIVE' && parts.length > 1 && reranker.judges;
      const whole = isCompared ? await searchWhole() : null;
      const searches = async (part: (typeof parts)[number]) => {
        // Who asks what guidelines say is not answered by a trial.
        const { at, query, ...searched } = part;
        const found = await search(searched, isNarrow(query, round) ? ['guidelines'] : kinds);
        const { terms } = found;
        const subject = subjectOfPart({ part: at, type: question_type, sub_queries, terms, language });
        // Words such as "guidelines" or "monitoring" alone bring up passages about anything.
        const kept = found.kept.filter(({ matched_terms }) =>
          speaksOf(subject, (term) => matched_terms.includes(term)),
        );
        return told(at, found, kept);
      };
      const settled = whole
        ? [{ status: 'ok' as const, value: whole.found }]
        : await mapBounded(parts, { limit: MAX_SUB_QUERIES, signal }, searches);
      signal.throwIfAborted();

      const found: FoundForPart[] = [];
      for (const [i, result] of settled.entries()) {
        if (result.status === 'ok') found.push(result.value);
        else {
          const sub_query = parts[i]?.at;
          emit({
            type: 'note',
            data: { topic: 'sub-query-failed', sub_query, reason: nameOf(result.error) },
          });
          steps.push(researchStep(context, `retrieve_sub_${sub_query}`, { chunks: 0, failed: true }));
        }
      }
      // Nothing could be searched at all: that is a failure, and not "nothing found".
      const failure = settled.find((result) => result.status === 'failed');
      if (failure?.status === 'failed' && found.length === 0 && before.found.length === 0)
        throw failure.error;

      const known = new Set(before.found.flatMap((part) => part.passages.map(({ id }) => id)));
      const gained = found.some((part) => part.passages.some(({ id }) => !known.has(id)));
      // A wider search in a later round leaves nothing out.
      const source_types =
        request.source_types ??
        (sub_queries.every(({ query }) => isNarrow(query, round)) ? ['guidelines'] : kinds);
      const terms = found.flatMap((part) => part.terms);
      const searched = { query: search_query, source_types, min_evidence_level, ...whatWasSeen(seen, terms) };
      if (!request.return_sources) searched.closest = [];
      const inOrder = steps.sort((a, b) => a.step.localeCompare(b.step));
      const writes = {
        found: [...before.found, ...found],
        searched,
        gained,
        research_steps: [...before.research_steps, ...inOrder],
        ...(whole ? { sub_queries: [whole.part] } : {}),
      };
      return { outcome: gained ? ('found' as const) : ('nothing-new' as const), writes };

      async function searchWhole() {
        const expansions = expandQuery(search_query, language);
        const searched = { search: search_query, expansions, year_from: null, year_to: null };
        const found = await search(searched, kinds);
        const kept = comparing(found.kept, sub_queries, language);
        if (kept.length === 0 || howNear(kept) !== 'answers') return null;
        return { part: { query: search_query, ...searched }, found: told(0, found, kept) };
      }
    },
  });
}

type SearchedPart = Omit<SubQuery, 'query'>;

/** In the first round a part that asks for guidance is put to guidelines alone; what they do not hold may be elsewhere. */
function isNarrow(query: string, round: number): boolean {
  const guidance =
    /\b(?:guidelines?|guidance|recommendations?)\b|(?<!\p{L})(?:hướng dẫn|khuyến cáo|phác đồ)(?!\p{L})/iu;
  return round === 0 && guidance.test(query);
}
