import type { Language } from '../domain/language.ts';
import { splitSentences } from './sentences.ts';

/** As much as the ranker reads of a question. */
const MOST_WORDS = 60;

/**
 * The part of a long message that asks: its last question with what was said just before it, then what follows. A message
 * without a question mark asks at its end.
 */
export function findQuestion(message: string, language: Language, mostWords = MOST_WORDS): string {
  if (countWords(message) <= mostWords) return message;
  const sentences = splitSentences(message, language).map(({ text }) => text);
  const asking = sentences.findLastIndex((sentence) => /[?？]["'”’)\]]*$/u.test(sentence));
  let from = asking === -1 ? sentences.length - 1 : asking;
  let to = from + 1;
  let words = countWords(sentences[from] ?? '');
  for (; from > 0; from -= 1) {
    words += countWords(sentences[from - 1] ?? '');
    if (words > mostWords) break;
  }
  for (; to < sentences.length && words <= mostWords; to += 1) {
    words += countWords(sentences[to] ?? '');
    if (words > mostWords) break;
  }
  return sentences.slice(from, to).join(' ').trim().split(/\s+/u).slice(-mostWords).join(' ');
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}
