import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { type PiiKind, type PiiSpan, TOKEN } from './find-names.ts';
import { findPii } from './find-pii.ts';

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

interface TokenBook {
  /** The token for the words of a span: always the same for the same words. */
  tokenFor(kind: PiiKind, words: string): string;
  /** Token → the words it stands for. */
  mapping: Record<string, string>;
  counts: Record<string, number>;
}

interface Known {
  number: number;
  /** Each way it was written, to its token. */
  forms: Map<string, string>;
}

/** Numbers people and numbers in the order they come, around the tokens that the text already holds. */
function openTokenBook(text: string): TokenBook {
  const taken = new Set([...text.matchAll(TOKEN)].map(([token]) => token.replace(/[a-z]*\]$/u, '')));
  const known = new Map<string, Known>();
  const last = new Map<PiiKind, number>();
  /** The people a word of a name belongs to. */
  const bearers = new Map<string, Set<string>>();
  const mapping: Record<string, string> = {};
  const counts: Record<string, number> = {};

  return { mapping, counts, tokenFor };

  function tokenFor(kind: PiiKind, words: string): string {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const entry = entryFor(kind, words);
    const before = entry.forms.get(words);
    if (before) return before;
    const token = `[${kind}_${entry.number}${formLetters(entry.forms.size)}]`;
    entry.forms.set(words, token);
    mapping[token] = words;
    return token;
  }

  function entryFor(kind: PiiKind, words: string): Known {
    const key = kind === 'NAME' ? personKey(words) : `${kind} ${plain(words)}`;
    const before = known.get(key);
    if (before) return before;
    const entry = { number: nextNumber(kind), forms: new Map<string, string>() };
    known.set(key, entry);
    if (kind === 'NAME') for (const word of key.split(' ')) rememberBearer(word, key);
    return entry;
  }

  /** A part of a name stands for the only person in the text who bears it. */
  function personKey(words: string): string {
    const key = plainName(words);
    if (known.has(key) || key.includes(' ')) return key;
    const people = bearers.get(key);
    return people?.size === 1 ? ([...people][0] ?? key) : key;
  }

  function rememberBearer(word: string, key: string): void {
    const people = bearers.get(word) ?? new Set();
    bearers.set(word, people.add(key));
  }

  function nextNumber(kind: PiiKind): number {
    let number = (last.get(kind) ?? 0) + 1;
    while (taken.has(`[${kind}_${number}`)) number++;
    last.set(kind, number);
    return number;
  }
}

/** Puts tokens in the place of spans, which stand in order and apart. */
function replaceSpans(text: string, spans: readonly PiiSpan[], book: TokenBook): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, kind } of spans) {
    replaced += text.slice(at, start) + book.tokenFor(kind, text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

/** None for the first way of writing, then b, c … z, ba, bb. */
function formLetters(form: number): string {
  if (form === 0) return '';
  const letter = String.fromCharCode(97 + (form % 26));
  return form < 26 ? letter : formLetters(Math.floor(form / 26)) + letter;
}

function plain(words: string): string {
  return (
    foldDiacritics(words)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '') || words
  );
}

function plainName(words: string): string {
  const parts = foldDiacritics(words)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part !== '').join(' ') || words;
}
