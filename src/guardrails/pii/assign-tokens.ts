import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { PiiKind, PiiSpan } from './pii-span.ts';

/** A token, of this text or of one redacted before: [NAME_1], or [NAME_1b] for the same person in other words. */
export const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

export interface TokenBook {
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
export function openTokenBook(text: string): TokenBook {
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
export function replaceSpans(text: string, spans: readonly PiiSpan[], book: TokenBook): string {
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
