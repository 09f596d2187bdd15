import { LRUCache } from 'lru-cache';
import { chanceOf, type RankedPassage } from '../../domain/passage.ts';
import { findQuestion } from '../../language/find-question.ts';
import { restoreMarks } from '../../language/restore-marks.ts';
import { splitProse } from '../../language/sentences.ts';
import {
  type Meaning,
  MeaningError,
  type TitledSentences,
  type Verdict,
} from '../../meaning/meaning.port.ts';
import type { Reranker } from '../reranker.port.ts';
import { searchModelFailed } from './model-server.ts';

/** How many of the best are read again, in how many windows each and in all; a window is what the ranker can read at once. */
const READ = { passages: 10, ofOne: 3, windows: 10, characters: 420 };
/** When one sentence of the first windows is so likely the answer, the others are not read: as many answers are found (docs/models.md). */
const ENOUGH = { windows: 6, chance: 0.7 };
/** The ranker's part in the order; the rest is the search's. Fitted on development questions (docs/models.md). */
const SHARE = 0.2;
/** What stands in the asker's own language is the better quote of two that say the same. */
const SAME_LANGUAGE = 0.1;
/** Takes the edge off the ranker's certainty where it is mixed with the search's. */
const SOFTER = 2;

const REMEMBERED = 500;

/** Galen's own ranker: reads the question beside the best passages, and says how likely each holds the answer. */
export function createOwnReranker(meaning: Pick<Meaning, 'rank'>, version: string): Reranker {
  const id = `galen/ranker@${version}`;
  /** A turn may search twice for the same question: what was read is not read again. */
  const verdicts = new LRUCache<string, Verdict>({ max: REMEMBERED });
  return {
    id,
    judges: true,
    async rerank({ query, language, passages, signal }) {
      const first = passages.slice(0, READ.passages);
      const windows = first.flatMap((passage, at) => windowsOf(passage).map((window) => ({ at, ...window })));
      const question = findQuestion(restoreMarks(query, language), language);
      const read = windows.slice(0, READ.windows);
      const verdicts = await rank(question, read.slice(0, ENOUGH.windows), signal);
      const isFound = verdicts.some(({ sentences }) =>
        sentences.some((odds) => chanceOf(odds) >= ENOUGH.chance),
      );
      if (!isFound) verdicts.push(...(await rank(question, read.slice(ENOUGH.windows), signal)));
      const highest = Math.max(...passages.map(({ scores }) => scores.final), Number.MIN_VALUE);
      const judged = first.map((passage, at) => {
        const own = verdicts.flatMap((verdict, i) =>
          read[i]?.at === at ? { ...verdict, window: read[i] } : [],
        );
        // The last ones may not have been read: then nothing is known of them.
        if (own.length === 0) return unread(passage);
        const odds = Math.max(...own.map(({ passage }) => passage));
        const rerank =
          (1 - SHARE) * (passage.scores.final / highest) +
          SHARE * chanceOf(odds / SOFTER) +
          (passage.document.language === language ? SAME_LANGUAGE : 0);
        const sentences = own.flatMap(({ sentences, window }) =>
          sentences.map((odds, i) => ({ text: window.texts[i] ?? '', answers: chanceOf(odds) })),
        );
        return {
          ...passage,
          scores: { ...passage.scores, rerank, answers: chanceOf(odds) },
          // The question of a pair is no answer to a question.
          sentences: sentences.filter(({ text }) => !text.trimEnd().endsWith('?')),
        };
      });
      // What was not read keeps its place behind what was.
      return [
        ...judged.sort((a, b) => b.scores.rerank - a.scores.rerank),
        ...passages.slice(READ.passages).map(unread),
      ];
    },
  };

  async function rank(question: string, passages: readonly TitledSentences[], signal: AbortSignal) {
    const keys = passages.map(({ title, sentences }) => [question, title, ...sentences].join('\n'));
    const known = keys.map((key) => verdicts.get(key));
    const unread = passages.filter((_, i) => known[i] === undefined);
    try {
      const read = (await meaning.rank(question, unread, { signal })).values();
      return known.map((before, i) => {
        const verdict: Verdict = before ?? read.next().value ?? { passage: 0, sentences: [] };
        verdicts.set(keys[i] ?? '', verdict);
        return verdict;
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof MeaningError ? searchModelFailed(id, error.reason) : error;
    }
  }
}

function unread(passage: RankedPassage) {
  return { ...passage, scores: { ...passage.scores, rerank: 0 } };
}

/** A run of sentences as the ranker reads them, and as they stand in their document. */
interface Window extends TitledSentences {
  texts: readonly string[];
}

/** The passage's sentences in runs that fit, under the title of the document and each with the heading it stands under. */
function windowsOf({ document, heading: first, text }: RankedPassage): Window[] {
  const runs: { read: string; text: string }[][] = [[]];
  let length = 0;
  for (const { text: sentence, heading = first } of splitProse(text, document.language)) {
    const read = heading === '' || heading === document.title ? sentence : `${heading}: ${sentence}`;
    if (length > 0 && length + read.length > READ.characters) {
      runs.push([]);
      length = 0;
    }
    runs.at(-1)?.push({ read, text: sentence });
    length += read.length + 1;
  }
  return runs.slice(0, READ.ofOne).map((run) => ({
    title: `${document.title}.`,
    sentences: run.map(({ read }) => read),
    texts: run.map(({ text }) => text),
  }));
}
