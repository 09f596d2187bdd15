import type { RankedPassage } from '../../domain/passage.ts';
import { splitProse } from '../../domain/sentences.ts';

const MAX_PAIRS = 3;
/** A pair that is less near than this share of the best answers another question. */
const MIN_SHARE_OF_BEST = 0.8;
/** Sentences of the best pair, and of each of the others. */
const BEST_SENTENCES = 6;
const OTHER_SENTENCES = 2;

/** The parts of a pair that answer, by the headings they stand under; its question does not. */
const QUESTION = /^## (?:Câu hỏi|Question)[^\S\n]*\n[^#]*/u;

/** The answers of the selected pairs in their own sentences, a paragraph each, with the number of the pair. */
export function quotePairs(evidence: readonly RankedPassage[], { isBrief = false } = {}): string {
  const nearness = ({ scores }: RankedPassage) => scores.rerank ?? scores.relevance;
  const best = Math.max(0, ...evidence.slice(0, 1).map(nearness));
  return evidence
    .map((passage, i) => ({ passage, number: i + 1 }))
    .filter(({ passage }) => nearness(passage) >= best * MIN_SHARE_OF_BEST)
    .slice(0, isBrief ? 1 : MAX_PAIRS)
    .map(({ passage, number }, place) =>
      answerSentences(passage)
        .slice(0, place === 0 && !isBrief ? BEST_SENTENCES : OTHER_SENTENCES)
        .map((sentence) => `${sentence} [${number}]`)
        .join(' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function answerSentences({ text, document }: RankedPassage): string[] {
  return splitProse(text.replace(QUESTION, ''), document.language).map((sentence) => sentence.text);
}
