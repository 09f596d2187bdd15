import { z } from 'zod';
import { accessOf } from '../../../domain/access.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import type { PassageIndex, TopicCount } from '../../../retrieval/passage-index.port.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { type Candidate, type Certainty, consultRole, KNOWLEDGE, MODEL_CALLS, RagState } from '../roles.ts';

/** A best topic this near, with every other this far behind, was right 98 times in 100 on the labelled questions. */
const NEAR_FROM = 0.65;
const CLEAR_TO = 0.65;

/** No other demuc nearer than this share of the best, and that not far: its demuc was right 99 times in 100. */
const DEMUC_CLEAR_TO = 0.75;
const DEMUC_LIKELY_TO = 0.9;
const NOT_FAR_FROM = 0.3;
const MAX_LABEL = 200;

/** A topic of a role (DEMUC) with its sub-topics (CHU_DE_CON). */
const TopicEntry = z.object({ demuc: z.string(), chu_de_con: z.array(z.string()) });
type TopicEntry = z.infer<typeof TopicEntry>;

const RankedTopic = z.object({ demuc: z.string(), chu_de_con: z.string().nullable(), score: z.number() });
export type RankedTopic = z.infer<typeof RankedTopic>;

export const classifyTopicTask = defineTask({
  name: 'classify-topic',
  model: 'fast',
  input: z.object({
    question: z.string(),
    topics: z.array(TopicEntry),
    /** The topics of the nearest questions of the knowledge base, nearest first. */
    ranked: z.array(RankedTopic),
    about_a_person: z.boolean(),
  }),
  output: z.object({ demuc: z.string().max(MAX_LABEL), chu_de_con: z.string().max(MAX_LABEL) }),
  prompt(input, fence) {
    const list = input.topics
      .map(({ demuc, chu_de_con }) => `${demuc}: ${chu_de_con.join(' | ')}`)
      .join('\n');
    return {
      system: [
        'You sort a medical question under a topic of a knowledge base. The list has a topic a line, its sub-topics after the colon.',
        'demuc: the topic, copied exactly from the list; empty where none fits.',
        'chu_de_con: one of that topic’s own sub-topics, copied exactly; empty where none fits.',
      ].join('\n'),
      user: [fence('topics', list), fence('question', input.question)].join('\n\n'),
    };
  },
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  /** Answers when no model can: the topic of the questions that are most like the asked one. */
  twin: ({ ranked: [nearest] }) => ({ demuc: nearest?.demuc ?? '', chu_de_con: nearest?.chu_de_con ?? '' }),
});

const NEIGHBOURS = 100;
const MAX_TRACED_LABEL = 80;

/** Finds the topic and sub-topic of a question, both from the role's own list or not at all. */
export function classifyTopic({ gateway, passages }: { gateway: Gateway; passages: PassageIndex }) {
  return defineNode({
    step: 'classify-topic',
    reads: TurnState.pick({ principal: true, language: true, about_a_person: true }).extend({
      role: z.string(),
      retrieval_query: z.string(),
      demuc: z.string().nullable(),
      chu_de_con: z.string().nullable(),
      rag_state: RagState,
      retrieve_attempts: z.number(),
    }),
    outcomes: ['classified', 'unreachable'],

    async run({ retrieval_query, demuc, rag_state, retrieve_attempts, about_a_person, ...state }, context) {
      // What was found for another wording of the question says nothing of this one.
      if (demuc !== null && rag_state !== 'create_retrieval_query') {
        return { outcome: 'classified' as const, writes: { demuc, chu_de_con: state.chu_de_con } };
      }
      const role = consultRole(state.role);
      const access = accessOf(state.principal);
      const written = { roles: role.reads, collections: KNOWLEDGE.collections };
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

/** What the knowledge base gives, or null when it cannot be reached. An aborted turn still throws its own error. */
export async function unlessUnreachable<Result>(
  { signal, emit }: Pick<RunContext, 'signal' | 'emit'>,
  ask: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    // A bug of our own is no outage, and is not excused as one.
    if (signal.aborted || error instanceof TypeError || error instanceof RangeError) throw error;
    const problem = error instanceof Error ? error.name : 'unknown';
    emit({
      type: 'note',
      data: { topic: 'task-degraded', task: 'search', reason: 'knowledge-unreachable', problem },
    });
    return null;
  }
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
  for (const [level, known] of Object.entries({ demuc, chu_de_con })) {
    const label = level === 'demuc' ? written.demuc : written.chu_de_con;
    if (known !== null || label === '') continue;
    emit({ type: 'note', data: { topic: 'topic-rejected', level, label: label.slice(0, MAX_TRACED_LABEL) } });
  }
  return { demuc, chu_de_con };
}

/** A model's topic is as sure as the nearest questions agree with it. */
function certaintyOf(demuc: string | null, ranked: readonly RankedTopic[], by: string): Certainty {
  if (demuc === null) return 'low';
  if (ranked[0]?.demuc === demuc) return demucCertainty(ranked);
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

/** The topics a role's knowledge stands under, each once. */
export function topicList(counts: readonly TopicCount[]): TopicEntry[] {
  const entries = new Map<string, TopicEntry>();
  for (const { topic, sub_topic } of counts) {
    const entry = entries.get(topic) ?? { demuc: topic, chu_de_con: [] };
    if (sub_topic !== null) entry.chu_de_con.push(sub_topic);
    entries.set(topic, entry);
  }
  return [...entries.values()];
}

/** The list's own label for what someone wrote, whatever its case and spaces; null for what is not on the list. */
export function labelIn(labels: readonly string[], written: string | null): string | null {
  const wanted = plain(written ?? '');
  return wanted === '' ? null : (labels.find((label) => plain(label) === wanted) ?? null);
}

function plain(label: string): string {
  return label.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** A question that a search found beside the asked one: the topic it stands under, and how near it is, 0 to 1. */
type Neighbour = Pick<Candidate, 'demuc' | 'chu_de_con' | 'score'>;

/** Found passages as neighbours: told apart by their words, and as near as the nearest is. Best on the labelled questions. */
export function neighboursOf(passages: readonly RankedPassage[]): Neighbour[] {
  const nearest = Math.max(0, ...passages.map(({ scores }) => scores.relevance));
  const most = Math.max(0, ...passages.map(({ scores }) => scores.bm25));
  return passages.map(({ document, scores }) => ({
    demuc: document.topic,
    chu_de_con: document.sub_topic,
    score: most === 0 ? scores.relevance : (nearest * scores.bm25) / most,
  }));
}

/** How much a topic's next best questions add to its best one. */
const NEXT_SHARE = 0.3;
const NEXT_QUESTIONS = 2;

/** The topics of the nearest questions, nearest first: by a topic's best question and, less, by its next ones. */
export function rankTopics(neighbours: readonly Neighbour[]): RankedTopic[] {
  const topics = new Map<string, { demuc: string; chu_de_con: string | null; scores: number[] }>();
  for (const { demuc, chu_de_con, score } of neighbours) {
    if (demuc === null) continue;
    const key = JSON.stringify([demuc, chu_de_con]);
    const topic = topics.get(key) ?? { demuc, chu_de_con, scores: [] };
    topic.scores.push(score);
    topics.set(key, topic);
  }
  return [...topics.values()]
    .map(({ scores, ...topic }) => ({ ...topic, score: scoreOf(scores) }))
    .sort((a, b) => b.score - a.score);
}

function scoreOf(scores: readonly number[]): number {
  const [best = 0, ...next] = [...scores].sort((a, b) => b - a);
  return best + NEXT_SHARE * next.slice(0, NEXT_QUESTIONS).reduce((sum, score) => sum + score, 0);
}

/** Whether the nearest topic needs no second opinion. */
export function isClearTopic([best, second]: readonly RankedTopic[]): boolean {
  return best !== undefined && best.score >= NEAR_FROM && (second?.score ?? 0) <= CLEAR_TO * best.score;
}

/** How sure the nearest topic's demuc is. */
export function demucCertainty([best, ...others]: readonly RankedTopic[]): Certainty {
  if (best === undefined) return 'low';
  const rival = others.find(({ demuc }) => demuc !== best.demuc)?.score ?? 0;
  if (best.score >= NOT_FAR_FROM && rival <= DEMUC_CLEAR_TO * best.score) return 'high';
  return rival <= DEMUC_LIKELY_TO * best.score ? 'medium' : 'low';
}
