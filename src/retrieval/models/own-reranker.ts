import type { Language } from '../../domain/language.ts';
import { chanceOf, type RankedPassage } from '../../domain/passage.ts';
import { findQuestion } from '../../language/find-question.ts';
import { splitSentences } from '../../language/sentences.ts';
import { type Meaning, MeaningError } from '../../meaning/meaning.port.ts';
import type { Reranker } from '../reranker.port.ts';
import { searchModelFailed } from './model-server.ts';

/** How many of the best are read again; each in windows that the ranker can read whole. */
const READ = { passages: 10, windows: 2, characters: 420 };
/** The ranker's part in the order; the rest is the search's. Fitted on development questions (docs/models.md). */
const SHARE: Readonly<Record<Language, number>> = { en: 0.2, vi: 0.5 };
/** What stands in the asker's own language is the better quote of two that say the same. */
const SAME_LANGUAGE = 0.1;
/** Takes the edge off the ranker's certainty where it is mixed with the search's. */
const SOFTER = 2;

/** Galen's own ranker: reads the question beside the best passages, and says how likely each holds the answer. */
export function createOwnReranker(meaning: Pick<Meaning, 'rank'>, version: string): Reranker {
  const id = `galen/ranker@${version}`;
  return {
    id,
    async rerank({ query, language, passages, signal }) {
      const first = passages.slice(0, READ.passages);
      const windows = first.flatMap((passage, at) => windowsOf(passage).map((text) => ({ at, text })));
      const odds = await rank(findQuestion(query, language), windows, signal);
      const best = first.map((_, at) => Math.max(...odds.filter((_odds, i) => windows[i]?.at === at)));
      const highest = Math.max(...passages.map(({ scores }) => scores.final), Number.MIN_VALUE);
      const share = SHARE[language];
      const read = first.map((passage, at) => {
        const mixed =
          (1 - share) * (passage.scores.final / highest) +
          share * chanceOf((best[at] ?? 0) / SOFTER) +
          (passage.document.language === language ? SAME_LANGUAGE : 0);
        return { ...passage, scores: { ...passage.scores, rerank: mixed, answers: chanceOf(best[at] ?? 0) } };
      });
      // What was not read keeps its place behind what was.
      const rest = passages
        .slice(READ.passages)
        .map((passage) => ({ ...passage, scores: { ...passage.scores, rerank: 0 } }));
      return [...read.sort((a, b) => b.scores.rerank - a.scores.rerank), ...rest];
    },
    async judgeSentences(question, sentences, signal) {
      const texts = sentences.map(({ title, text }) => ({ text: `${title}. ${text}` }));
      return (await rank(question, texts, signal)).map(chanceOf);
    },
  };

  async function rank(question: string, texts: readonly { text: string }[], signal: AbortSignal) {
    try {
      return await meaning.rank(
        question,
        texts.map(({ text }) => text),
        { signal },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof MeaningError ? searchModelFailed(id, error.reason) : error;
    }
  }
}

/** The passage's sentences in runs that fit, each under the title of the document. */
function windowsOf({ document, text }: RankedPassage): string[] {
  const windows: string[] = [];
  let current = '';
  for (const sentence of splitSentences(text, document.language)) {
    if (current !== '' && current.length + sentence.text.length > READ.characters) {
      windows.push(current);
      current = '';
    }
    current = `${current} ${sentence.text}`.trim();
  }
  windows.push(current);
  return windows.slice(0, READ.windows).map((window) => `${document.title}. ${window}`);
}
