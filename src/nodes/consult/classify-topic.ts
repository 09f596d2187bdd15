import { z } from 'zod';
import { accessOf, Principal } from '../../domain/access.ts';
import { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { askUnlessCertain } from '../shared/ask-unless-certain.ts';
import { classifyTopicTask } from './classify-topic.task.ts';
import { type Candidate, type Certainty, MODEL_CALLS, RagState } from './consult-words.ts';
import { demucCertainty, isClearTopic, neighboursOf, type RankedTopic, rankTopics } from './rank-topics.ts';
import { consultRole } from './role-of.ts';
import { labelIn, type TopicEntry, topicList } from './topic-list.ts';
import { unlessUnreachable } from './unless-unreachable.ts';

const NEIGHBOURS = 100;
const MAX_TRACED_LABEL = 80;

/** Finds the topic and sub-topic of a question, both from the role's own list or not at all. */
export function classifyTopic({ gateway, passages }: { gateway: Gateway; passages: PassageIndex }) {
  return defineNode({
    step: 'classify-topic',
    reads: z.object({
      principal: Principal,
      role: z.string(),
      language: Language,
      retrieval_query: z.string(),
      demuc: z.string().nullable(),
      chu_de_con: z.string().nullable(),
      rag_state: RagState,
      retrieve_attempts: z.number(),
      about_a_person: z.boolean(),
    }),
    outcomes: ['classified', 'unreachable'],

    async run({ retrieval_query, demuc, rag_state, retrieve_attempts, about_a_person, ...state }, context) {
      // What was found for another wording of the question says nothing of this one.
      if (demuc !== null && rag_state !== 'create_retrieval_query') {
        return { outcome: 'classified' as const, writes: { demuc, chu_de_con: state.chu_de_con } };
      }
      const role = consultRole(state.role);
      const access = accessOf(state.principal);
      const written = { roles: role.reads, collections: role.collections };
      const known = await unlessUnreachable(context, () =>
        Promise.all([
          passages.topics(access, written),
          passages.search({
            query: retrieval_query,
            expansions: expandQuery(retrieval_query, state.language),
            language: state.language,
            access,
            // In any language: names of drugs and tests are the same in all.
            filters: written,
            limit: NEIGHBOURS,
            signal: context.signal,
          }),
        ]),
      );
      if (known === null) return { outcome: 'unreachable' as const, writes: { kb_unreachable: true } };
      const [counts, found] = known;
      const neighbours = found.passages
        .filter(({ document }) => document.language === state.language)
        .map(toCandidate);
      const topics = topicList(counts);
      const ranked = rankTopics(neighboursOf(found.passages));
      const isAgain = retrieve_attempts > 1;
      const { output, by } = await askUnlessCertain(
        gateway,
        classifyTopicTask,
        { question: retrieval_query, topics, ranked: ranked.slice(0, 5), about_a_person },
        context,
        {
          certain: isAgain ? 'asked-before' : isClearTopic(ranked) ? 'nearest-by-far' : null,
          maxCalls: MODEL_CALLS.beforeAnswer,
        },
      );
      const chosen = validated(output, topics, context);
      const writes = {
        demuc: chosen.demuc,
        // A second search looks wider.
        chu_de_con: isAgain ? null : chosen.chu_de_con,
        classification_confidence: certaintyOf(chosen.demuc, ranked, by),
        neighbours,
      };
      return { outcome: 'classified' as const, writes };
    },
  });
}

/** The labels as the list has them; what is not on it is traced and never searched by. */
function validated(
  written: { demuc: string; chu_de_con: string },
  topics: readonly TopicEntry[],
  { emit }: RunContext,
) {
  const demuc = labelIn(
    topics.map((entry) => entry.demuc),
    written.demuc,
  );
  const entry = topics.find((candidate) => candidate.demuc === demuc);
  const chu_de_con = labelIn(entry?.chu_de_con ?? [], written.chu_de_con);
  const rejected = [
    ...(demuc === null && written.demuc !== '' ? [['demuc', written.demuc] as const] : []),
    ...(chu_de_con === null && written.chu_de_con !== ''
      ? [['chu_de_con', written.chu_de_con] as const]
      : []),
  ];
  for (const [level, label] of rejected) {
    emit({ type: 'note', data: { topic: 'topic-rejected', level, label: label.slice(0, MAX_TRACED_LABEL) } });
  }
  return { demuc, chu_de_con };
}

/** A model's topic is as sure as the nearest questions agree with it. */
function certaintyOf(demuc: string | null, ranked: readonly RankedTopic[], by: string): Certainty {
  if (demuc === null) return 'low';
  const agrees = ranked[0]?.demuc === demuc;
  if (agrees) return demucCertainty(ranked);
  return by !== 'twin' && ranked.some((topic) => topic.demuc === demuc) ? 'medium' : 'low';
}

export function toCandidate({ document_id, document, scores }: RankedPassage): Candidate {
  return {
    id: document_id,
    CAUHOI: document.title,
    demuc: document.topic,
    chu_de_con: document.sub_topic,
    score: scores.relevance,
  };
}
