import type { Message } from '../../domain/run-record.ts';

/** A question that leans on the one before it: it begins like one, or points at something it does not name. */
const LEANS =
  /^(?:and|but|also|so|then|what about|how about|what if)\b|^(?:còn|thế còn|vậy còn|vậy|thế|con|the con)(?!\p{L})|\b(?:it|its|they|them|this drug|that drug|these|those|the same)\b|(?<!\p{L})(?:nó|thuốc này|thuốc đó|bệnh này|bệnh đó)(?!\p{L})/iu;
const SHORT_WORDS = 12;

/** The question with the one it leans on before it, so that it can be searched for by itself. */
export function resolveFollowUp(question: string, history: readonly Message[]): string {
  const before = history.findLast(({ author }) => author === 'asker');
  const isShort = question.split(/\s+/u).length <= SHORT_WORDS;
  return before && isShort && LEANS.test(question) ? `${before.text} ${question}` : question;
}
