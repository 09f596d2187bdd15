import type { RankedPassage } from '../../domain/passage.ts';

/** A question of the knowledge base that a search found beside the asked one, with the topic it stands under. */
export interface Neighbour {
  demuc: string | null;
  chu_de_con: string | null;
  /** How near it is, 0 to 1. */
  score: number;
}

export interface RankedTopic {
  demuc: string;
  chu_de_con: string | null;
  score: number;
}

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

/** A best topic this near, with every other this far behind, was right 98 times in 100 on the labelled questions. */
const NEAR_FROM = 0.65;
const CLEAR_TO = 0.65;
/** No other demuc nearer than this share of the best, and that not far: its demuc was right 99 times in 100. */
const DEMUC_CLEAR_TO = 0.75;
const DEMUC_LIKELY_TO = 0.9;
const NOT_FAR_FROM = 0.3;

/** Whether the nearest topic needs no second opinion. */
export function isClearTopic([best, second]: readonly RankedTopic[]): boolean {
  return best !== undefined && best.score >= NEAR_FROM && (second?.score ?? 0) <= CLEAR_TO * best.score;
}

/** How sure the nearest topic's demuc is. */
export function demucCertainty([best, ...others]: readonly RankedTopic[]): 'high' | 'medium' | 'low' {
  if (best === undefined) return 'low';
  const rival = others.find(({ demuc }) => demuc !== best.demuc)?.score ?? 0;
  if (best.score >= NOT_FAR_FROM && rival <= DEMUC_CLEAR_TO * best.score) return 'high';
  return rival <= DEMUC_LIKELY_TO * best.score ? 'medium' : 'low';
}
