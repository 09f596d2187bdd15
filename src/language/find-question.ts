import type { Language } from '../domain/language.ts';
import { splitSentences } from './sentences.ts';

/** As much as the ranker reads of a question. */
const MOST_WORDS = 60;
const ASKS = /[?？]["'”’)\]]*$/u;
/** What has fewer words adds to the question before it: "10 years? 20?" */
const FEWEST_WORDS = 4;
/** Who asks more than this at once is answered as if they asked one thing. */
const MOST_QUESTIONS = 3;

/** The questions of a message, each with what is said before it; the message itself where it asks once. */
export function questionsIn(message: string, language: Language): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const { text } of splitSentences(message, language)) {
    const adds = isOpen || (ASKS.test(text) && countWords(text) < FEWEST_WORDS);
    if (adds && parts.length > 0) parts.push(`${parts.pop()} ${text}`);
    else parts.push(text);
    isOpen = !ASKS.test(text);
  }
  // What is said after the last question belongs to it.
  const last = parts.at(-1) ?? '';
  if (parts.length > 1 && !ASKS.test(last)) parts.splice(-2, 2, `${parts.at(-2)} ${last}`);
  return parts.length > 1 && parts.length <= MOST_QUESTIONS ? parts : [message];
}

/** The sentences before the first question of a message, and the rest; a message without a question mark asks at its end. */
export function splitAtQuestion(message: string, language: Language): { before: string[]; rest: string } {
  const sentences = splitSentences(message, language).map(({ text }) => text);
  const asking = sentences.findIndex((sentence) => ASKS.test(sentence));
  const before = sentences.slice(0, asking === -1 ? -1 : asking);
  return { before, rest: sentences.slice(before.length).join(' ') };
}

/**
 * The part of a long message that asks: its last question with what was said just before it, then what follows. A message
 * without a question mark asks at its end.
 */
export function findQuestion(message: string, language: Language, mostWords = MOST_WORDS): string {
  if (countWords(message) <= mostWords) return message;
  const sentences = splitSentences(message, language).map(({ text }) => text);
  const asking = sentences.findLastIndex((sentence) => ASKS.test(sentence));
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
