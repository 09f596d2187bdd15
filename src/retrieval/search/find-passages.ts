import { GalenError } from '../../domain/errors.ts';
import type { Language } from '../../domain/language.ts';
import type { Correction, Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { chanceOf, howNear, logOdds } from '../../domain/passage.ts';
import { withSignal } from '../../domain/signals.ts';
import { statesOf } from '../../language/claim-words.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { splitAtQuestion } from '../../language/find-question.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';
import type { PassageIndex, PassageQuery, SearchResult } from '../passage-index.port.ts';
import { RERANK_LIMIT_MS, type Reranker, type RerankRequest } from '../reranker.port.ts';
import { keepRelevant } from './keep-relevant.ts';
import { blendEvidence } from './rank-candidates.ts';
import { analyzeExpansions, termCredit } from './score-terms.ts';

export interface FoundPassages {
  /** Worth reading, best first; none when nothing speaks of the question. */
  kept: RankedPassage[];
  /** The best that were read, whether or not they come near enough to be kept. */
  read: RankedPassage[];
  /** All that the search brought up, in the reranker's order. */
  candidates: RankedPassage[];
  terms: TermWeight[];
  corrections: Correction[];
  /** Those of the query, and the words by which misspelt ones were found. */
  expansions: Expansion[];
  /** Which parts of the search did not take place, and why. */
  degraded: string[];
}

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export async function findPassages(
  { passages, reranker }: { passages: Pick<PassageIndex, 'search'>; reranker: Reranker },
  query: PassageQuery,
  /** How many to keep, where not as many as usual. */
  k?: number,
  /** As it was asked, where it is searched for in other words. */
  question?: string,
): Promise<FoundPassages> {
  const { language, signal } = query;
  const { asked: searched, found } = await searchAsked(passages, query);
  const ordered = await rerankOrKeep(reranker, { ...found, query: question ?? searched, language, signal });
  const meant = found.corrections.map(({ to }) => to);
  const asked = {
    terms: found.terms,
    subjects: subjectTerms([searched, ...meant].join(' '), language),
    language,
    guessed: found.corrections.flatMap(({ from }) => analyzeText(from, language)),
  };
  const inOtherWords = found.corrections.map(({ from, to }) => ({ phrase: from, alternatives: [to] }));
  const expansions = [...query.expansions, ...inOtherWords];
  const weigh = weighSentences({ terms: found.terms, expansions, language });
  const relevant = keepRelevant(ordered.passages, asked, k).map(weigh);
  const kept = withChance(relevant, ordered.passages, statesOf(question ?? searched));
  return {
    read: kept,
    kept: howNear(kept) === 'elsewhere' ? [] : kept,
    candidates: ordered.passages,
    terms: found.terms,
    corrections: found.corrections,
    expansions,
    degraded: [found.degraded, ordered.degraded].filter((detail) => detail !== null),
  };
}

/** As many of the best as tell what a text is about. */
const ABOUT = 10;
/** As many sentences as people begin with before they come to it. */
const OPENING = 3;

/**
 * What a message asks, and what the search finds for that: without the sentences before its question that by themselves lead to
 * nothing that the whole leads to. A greeting, a name or a telephone number is no part of a question.
 */
export async function searchAsked(
  passages: Pick<PassageIndex, 'search'>,
  query: PassageQuery,
): Promise<{ asked: string; found: SearchResult }> {
  const { before, rest } = splitAtQuestion(query.query, query.language);
  const [found, ...each] = await Promise.all([
    passages.search(query),
    ...before
      .slice(0, OPENING)
      .map((text) => passages.search({ ...query, query: text, expansions: [], limit: ABOUT })),
  ]);
  const about = new Set(found.passages.slice(0, ABOUT).map(({ document_id }) => document_id));
  const telling = before.filter(
    (_, i) => i >= OPENING || each[i]?.passages.some(({ document_id }) => about.has(document_id)),
  );
  if (about.size === 0 || telling.length === before.length) return { asked: query.query, found };
  const asked = [...telling, rest].join(' ');
  const expansions = query.expansions.filter(({ phrase }) =>
    asked.toLowerCase().includes(phrase.toLowerCase()),
  );
  return { asked, found: await passages.search({ ...query, query: asked, expansions }) };
}

/** What a sentence gains from where it stands and what it says: chosen on development questions (docs/answers.md). */
const GAIN = { passage: 0.25, order: 4, words: 4, figures: 0.5 };

/**
 * The sentences of a passage, weighed again. Alone they say little of their subject: the passage around them and its place in the order
 * say more. And a small ranker passes over the one that plainly says what was asked: so do the question's words, and figures.
 */
function weighSentences(asked: {
  terms: readonly TermWeight[];
  expansions: Expansion[];
  language: Language;
}) {
  const groups = analyzeExpansions(asked.expansions, asked.language);
  const telling = asked.terms.filter(({ term }) => !framingTerms()[asked.language].has(term));
  const total = telling.reduce((sum, { weight }) => sum + weight, Number.MIN_VALUE);
  const shareIn = (text: string, language: Language) => {
    const said = new Set(analyzeText(text, language));
    const held = telling.filter(({ term }) => termCredit(term, groups, said) > 0);
    return held.reduce((sum, { weight }) => sum + weight, 0) / total;
  };
  return (passage: RankedPassage): RankedPassage => {
    const { sentences, scores, document } = passage;
    if (sentences === undefined) return passage;
    const place = GAIN.passage * logOdds(scores.answers ?? 0) + GAIN.order * ((scores.rerank ?? 0) - 1);
    const weighed = sentences.map(({ text, answers }) => {
      const said = GAIN.words * shareIn(text, document.language) + (/\d/u.test(text) ? GAIN.figures : 0);
      return { text, answers: chanceOf(logOdds(answers) + place + said) };
    });
    return { ...passage, sentences: weighed };
  };
}

/** The terms of a question that an answer must speak of: the drugs it names. */
export function subjectTerms(question: string, language: Language): string[] {
  return [...new Set(drugNamesIn(question).flatMap((name) => analyzeText(name, language)))];
}

interface Reranked {
  passages: RankedPassage[];
  /** Why the order is still that of the search; null when it is not. */
  degraded: string | null;
}

/** The reranker's order, or the search's own when the reranker fails, loses passages or takes too long. */
export async function rerankOrKeep(reranker: Reranker, request: RerankRequest): Promise<Reranked> {
  const limitMs = reranker.limitMs ?? RERANK_LIMIT_MS;
  try {
    const passages = await withSignal({ parent: request.signal, limitMs }, (signal) =>
      reranker.rerank({ ...request, signal }),
    );
    if (sameIds(passages, request.passages)) return { passages, degraded: null };
    return { passages: [...request.passages], degraded: `reranker ${reranker.id}: other passages` };
  } catch (error) {
    request.signal.throwIfAborted();
    return { passages: [...request.passages], degraded: `reranker ${reranker.id}: ${reasonOf(error)}` };
  }
}

/** Never the message, which may hold what was asked. */
export function reasonOf(error: unknown): string {
  if (error instanceof GalenError) return error.code;
  return error instanceof Error ? error.name : 'failed';
}

function sameIds(a: readonly RankedPassage[], b: readonly RankedPassage[]): boolean {
  const ids = new Set(b.map(({ id }) => id));
  return (
    a.length === b.length &&
    new Set(a.map(({ id }) => id)).size === ids.size &&
    a.every(({ id }) => ids.has(id))
  );
}

/** Passages by a reranker's scores (0 to 1, one for each) and their evidence, relevance first. */
export function orderByRerank(
  passages: readonly RankedPassage[],
  scores: readonly number[],
): RankedPassage[] {
  return passages
    .map((passage, i) => {
      const rerank = scores[i] ?? 0;
      const final = blendEvidence(rerank, passage.document.evidence_level);
      return { passage: { ...passage, scores: { ...passage.scores, rerank } }, final };
    })
    .sort((a, b) => b.final - a.final || b.passage.scores.final - a.passage.scores.final)
    .map(({ passage }) => passage);
}

/** Fitted on 1,530 questions by nine strangers: collect-signals.ts and fit-chance.ts in evals/answers fit them anew. */
const CONSTANT = -0.94;
const WEIGHTS = { relevance: 3.46, sentence: 0.27, agreement: 4.72 };

type Signals = Record<keyof typeof WEIGHTS, number>;

/** What tells how likely the best sentences of what was kept answer the question, among all that was read for it. */
export function chanceSignals(kept: readonly RankedPassage[], read: readonly RankedPassage[]): Signals {
  const likeliest = likeliestIn(kept);
  const nearness = new Map<string, number>();
  for (const { document_id, scores } of read)
    nearness.set(document_id, Math.max(nearness.get(document_id) ?? 0, scores.relevance));
  const nearest = Math.max(Number.MIN_VALUE, ...nearness.values());
  return {
    /** How near the question the search finds the nearest passage. */
    relevance: Math.max(0, ...kept.map(({ scores }) => scores.relevance)),
    /** The log-odds that the likeliest sentence answers, as the ranker reads it. */
    sentence: logOdds(likeliest.answers),
    /** Whether search and ranker mean the same document: how far that of the sentence is behind the nearest, 0 for not at all. */
    agreement: (nearness.get(likeliest.document_id) ?? 0) / nearest - 1,
  };
}

function likeliestIn(kept: readonly RankedPassage[]): { document_id: string; answers: number } {
  return kept
    .flatMap(({ document_id, sentences = [] }) => sentences.map(({ answers }) => ({ document_id, answers })))
    .reduce((best, one) => (one.answers > best.answers ? one : best), { document_id: '', answers: 0 });
}

/** The most that passages are trusted for the pregnant or breastfeeding of whom they do not speak. */
const MOST_FOR_OTHERS = 0.3;

/** The kept passages with how likely they answer, all together; as they are where our own ranker has not read them. */
export function withChance(
  kept: readonly RankedPassage[],
  candidates: readonly RankedPassage[],
  /** For whom it was asked. */
  states: readonly string[] = [],
): RankedPassage[] {
  const read = candidates.filter(({ scores }) => scores.answers !== undefined);
  if (read.length === 0) return [...kept];
  const signals = Object.entries(chanceSignals(kept, read)) as [keyof Signals, number][];
  const fitted = chanceOf(signals.reduce((sum, [name, value]) => sum + WEIGHTS[name] * value, CONSTANT));
  const { document_id } = likeliestIn(kept);
  const own = kept.filter((passage) => passage.document_id === document_id);
  const named = states.length === 0 ? [] : statesOf(own.map(inContext).join('\n'));
  const isForThem = states.every((state) => named.includes(state));
  const chance = isForThem ? fitted : Math.min(fitted, MOST_FOR_OTHERS);
  return kept.map((passage) => ({ ...passage, scores: { ...passage.scores, chance } }));
}

function inContext({ document, heading_path, text }: RankedPassage): string {
  return [document.title, ...heading_path, text].join('. ');
}
