import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { findAddressBlocks, findAddresses, findVietnameseAddresses } from './find-addresses.ts';
import { findNames, type PiiKind, type PiiSpan, readText, repeatNames, TOKEN } from './find-names.ts';
import { findCuedNumbers, findForms } from './find-numbers.ts';
import { findVietnameseNames } from './find-vietnamese-names.ts';

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

/** What names a person in a text: spans in order, none over another, none over a token. */
export function findPii(text: string): PiiSpan[] {
  const read = readText(hideCodes(text));
  const names = keepApart([...findVietnameseNames(read), ...findNames(read)]);
  return keepApart([
    ...findCuedNumbers(read),
    ...findForms(read),
    ...findVietnameseAddresses(read),
    ...findAddressBlocks(read),
    ...findAddresses(read),
    ...names,
    ...repeatNames(read, names),
  ]);
}

/** Overlapping spans become one that covers them all, of the kind of the longest, or of the first found. */
function keepApart(spans: readonly PiiSpan[]): PiiSpan[] {
  const kept: (PiiSpan & { longest: number })[] = [];
  // A stable sort: of equal starts the first found stays first.
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const length = span.end - span.start;
    const before = kept.at(-1);
    if (!before || span.start >= before.end) {
      kept.push({ ...span, longest: length });
      continue;
    }
    before.end = Math.max(before.end, span.end);
    if (length > before.longest) Object.assign(before, { kind: span.kind, longest: length });
  }
  return kept;
}

const HIDDEN = '\u2588';

/** Codes of medicine and publishing: the number after one names no person. */
const publicCodes = once(() => new Set(readLexicon('gates/public-codes', ['code']).map(({ code }) => code)));
/** Addresses of papers, agencies and registers: they lead to knowledge, not to a person. */
const publicHost = once(() => {
  const hosts = readLexicon('gates/public-hosts', ['host']).map(({ host }) => host.replaceAll('.', '\\.'));
  const host = `(?:[a-z]{2,20}\\.gov|${hosts.join('|')})`;
  return new RegExp(`^(?:https?://)?(?:[a-z0-9-]{1,60}\\.){0,4}${host}(?![a-z0-9.-]*[a-z0-9])`, 'iu');
});
const WEB_ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{3,300}/giu;

const PUBLIC_FORMS: readonly RegExp[] = [
  /\b(?:NCT|ISRCTN|PMC|ENSG|ACTRN|ChiCTR|EUCTR)\s?\d{5,14}/giu,
  /\b10\.\d{4,9}\/[^\s<>"\]]{1,120}/gu,
  /\b(?:19|20)\d\d;\d{1,4}(?:\(\d{1,5}\))?:\d{1,6}(?:[-–]\d{1,6})?/gu,
  // A city, a country and two foreign places that would read as names.
  /\bHồ Chí Minh\b|\bHo Chi Minh\b|\bHCM\b|\bBa Lan\b|\bAnh Quốc\b|\bVũ Hán\b|\bHà Lan\b/gu,
];

const CODE =
  /(?<![a-z])([a-z]{2,8}(?:-\d{1,2})?)(?:\s(?:id|code|ct|number))?[\s:#.-]{1,3}((?:[a-z]{0,2}\d[\da-z.-]{0,20})(?:(?:,\s|\sand\s|;\s|\s)(?=\d)[\d.-]{4,20}){0,4})/giu;

/** The text with tokens, public codes and public addresses blotted out, character for character as long. */
function hideCodes(text: string): string {
  let shown = text.replace(TOKEN, blot).replace(WEB_ADDRESS, (address) => {
    return publicHost().test(address) ? blot(address) : address;
  });
  for (const form of PUBLIC_FORMS) shown = shown.replace(form, blot);
  return shown.replace(CODE, (whole, cue: string, code: string) =>
    publicCodes().has(cue.toLowerCase()) ? whole.slice(0, whole.length - code.length) + blot(code) : whole,
  );
}

function blot(found: string): string {
  return HIDDEN.repeat(found.length);
}
