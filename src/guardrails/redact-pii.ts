import { openTokenBook, replaceSpans, TOKEN } from './pii/assign-tokens.ts';
import { findPii } from './pii/find-pii.ts';

export interface Redacted {
  text: string;
  /** How many of each kind were replaced. */
  counts: Record<string, number>;
  /** Token → the words it stands for: all that is needed to undo it, and as secret as the text was. */
  mapping: Record<string, string>;
}

/** A token may lay bare what the words it replaced had hidden; nothing needs more rounds than this. */
const MAX_ROUNDS = 8;

/** Replaces identifiers by stable tokens ([PHONE_1]): the same words always get the same token. */
export function redactPii(text: string): Redacted {
  const book = openTokenBook(text);
  let redacted = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const spans = findPii(redacted);
    if (spans.length === 0) break;
    redacted = replaceSpans(redacted, spans, book);
  }
  return { text: redacted, counts: book.counts, mapping: book.mapping };
}

/** Puts back what the tokens of this mapping stand for; other tokens stay. */
export function restorePii(text: string, mapping: Readonly<Record<string, string>>): string {
  return text.replace(TOKEN, (token) => (Object.hasOwn(mapping, token) ? (mapping[token] ?? token) : token));
}
