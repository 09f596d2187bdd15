import { once, readLexicon } from '../../../language/read-lexicon.ts';

/** A part of a text that says something else when decoded. Offsets are in the text as given. */
export interface DecodedWindow {
  text: string;
  start: number;
  end: number;
  encoding: 'base64' | 'hex' | 'rot13' | 'escapes' | 'reversed' | 'split' | 'tags' | 'spelt';
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/gu;
const HEX = /[0-9a-f]{2}(?:[\s:,]?[0-9a-f]{2}){11,}/giu;
/** Letters of the tag block: a model reads them, a person sees nothing. */
const TAGS = /[\u{e0020}-\u{e007e}]/gu;
const QUOTED = /(['"])([^'"\n]{1,200})\1/gu;
/** Words of injections, turned by 13 letters or written backwards: a text that holds one is worth reading the other way. */
const ROT13_SIGNS =
  /\b(?:vtaber|qvfertneq|sbetrg|vafgehpgvbaf?|cebzcg|ehyrf|flfgrz|cergraq|erirny|thvqryvarf|birevqr)\b/iu;
const REVERSED_SIGNS = /\b(?:snoitcurtsni|tpmorp|drageresid|erongi|tegrof|selur|laever)\b/iu;
/** Bytes that are mostly letters are a text; a digest or a sequence is not. */
const MIN_READABLE_SHARE = 0.9;
const MAX_WINDOWS = 8;

/** Everything in a text that may hide another text. `inner`: in a text that was hidden itself, only what encodes bytes. */
export function decodedWindows(text: string, inner: boolean): DecodedWindow[] {
  const windows: DecodedWindow[] = [];
  const whole = (decoded: string, encoding: DecodedWindow['encoding']) =>
    windows.push({ text: decoded, start: 0, end: text.length, encoding });

  const unescaped = undoEscapes(text);
  if (unescaped !== null) whole(unescaped, 'escapes');
  windows.push(...decodeAll(text, BASE64, 'base64'), ...decodeAll(text, HEX, 'hex'));
  const tags = text.match(TAGS) ?? [];
  if (tags.length > 0) whole(tags.map(untag).join(''), 'tags');
  if (inner) return windows;
  const spelt = undoSpelling(plainForm(text).text);
  if (spelt !== null) whole(spelt, 'spelt');
  if (ROT13_SIGNS.test(text)) whole(rot13(text), 'rot13');
  if (REVERSED_SIGNS.test(text)) whole([...text].reverse().join(''), 'reversed');
  const quoted = [...text.matchAll(QUOTED)].map((match) => match[2] ?? '');
  if (quoted.length > 1) whole(quoted.join(''), 'split');
  return windows;
}

function decodeAll(text: string, pattern: RegExp, encoding: 'base64' | 'hex'): DecodedWindow[] {
  const windows: DecodedWindow[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const bytes =
      encoding === 'hex'
        ? Buffer.from(found.replace(/[^0-9a-f]/giu, ''), 'hex')
        : Buffer.from(found, 'base64');
    const decoded = bytes.toString('utf8');
    if (isReadable(decoded))
      windows.push({ text: decoded, start: index, end: index + found.length, encoding });
    if (windows.length >= MAX_WINDOWS) break;
  }
  return windows;
}

function isReadable(decoded: string): boolean {
  const readable = decoded.match(/[\p{L}\p{N}\p{P}\p{S}\s]/gu)?.length ?? 0;
  return !decoded.includes('\ufffd') && decoded.length > 0 && readable / decoded.length >= MIN_READABLE_SHARE;
}

const untag = (tag: string) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000);

function rot13(text: string): string {
  return text.replace(/[a-z]/giu, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** One escaped character: %41, \u0041, \x41, &#65; and the entities that markup is built from. */
const ESCAPE =
  /%u[0-9a-f]{4}|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|0x(?:2e|2f|5c)|&#x[0-9a-f]{1,6};?|&#\d{1,7};?|&(?:lt|gt|quot|amp|apos|colon|tab|newline|lpar|rpar|sol|nbsp);?/giu;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  'lt=< gt=> quot=" amp=& apos=\' colon=: tab= newline= lpar=( rpar=) sol=/ nbsp=\u00a0'
    .split(' ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
/** Overlong forms of "/" and "\" that some decoders take. */
const OVERLONG = /%c0%af|%c1%9c|%c0%2f|%e5%98%8[ad]/giu;
/** What was escaped twice is undone twice; nobody means three times. */
const ROUNDS = 2;

/** The text with its escapes undone, or null where it has none. */
function undoEscapes(text: string): string | null {
  let result = text;
  for (let round = 0; round < ROUNDS; round++) {
    if (!/[%\\&]|0x/u.test(result)) break;
    result = result
      .replace(OVERLONG, (found) => (found.startsWith('%e5') ? '\n' : '/'))
      .replace(ESCAPE, unescapeOne);
  }
  return result === text ? null : result;
}

function unescapeOne(found: string): string {
  const lower = found.toLowerCase();
  if (lower.startsWith('&#')) {
    const code = lower[2] === 'x' ? parseInt(lower.slice(3), 16) : parseInt(lower.slice(2), 10);
    return characterOf(code);
  }
  if (lower.startsWith('&')) return ENTITIES.get(lower.replace(/[&;]/gu, '')) ?? found;
  return characterOf(parseInt(lower.replace(/^(?:%u|%|\\u|\\x|0x)/u, ''), 16));
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}

/** A text as a reader would hear it, and for each of its characters where it stood. */
export interface PlainForm {
  text: string;
  offsets: Int32Array;
}

/** Marks that are not seen: they tear words apart for a program and for nobody else. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u;

const LATIN_EXTRAS = 'đ=d ß=ss ø=o ł=l ’=\' ‘=\' “=" ”="';

/** Letters of other scripts, and marks, by the Latin letters that they pass for. */
const latinOf = once(() => {
  const pairs = LATIN_EXTRAS.split(' ').map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]);
  for (const { latin, letters } of readLexicon('gates/lookalikes', ['latin', 'letters'])) {
    pairs.unshift(...[...letters].map((letter): [string, string] => [letter, latin]));
  }
  return new Map(pairs);
});

/** Digits and signs that stand for letters in "l33t" words. */
const LETTER_OF_LEET: ReadonlyMap<string, string> = new Map(
  '0o 1i 3e 4a 5s 7t @a $s'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** One lower-case form: compatibility letters, lookalikes and marks folded, unseen characters gone. */
export function plainForm(original: string): PlainForm {
  let text = '';
  const offsets: number[] = [];
  for (let i = 0; i < original.length; ) {
    const code = original.codePointAt(i) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const folded = code < 128 ? lowerAscii(code) : foldCharacter(String.fromCodePoint(code));
    for (let k = 0; k < folded.length; k++) offsets.push(i);
    text += folded;
    i += length;
  }
  offsets.push(original.length);
  return { text, offsets: Int32Array.from(offsets) };
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase());

const lowerAscii = (code: number) => ASCII[code] ?? '';

/** Few characters make up a text: each is folded once. */
const folded = new Map<string, string>();

const MAX_REMEMBERED = 4_000;

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const result = fold(character);
  if (folded.size < MAX_REMEMBERED) folded.set(character, result);
  return result;
}

function fold(character: string): string {
  let result = '';
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (!UNSEEN.test(part)) result += latinOf().get(part) ?? part;
  }
  return result;
}

const MIXED = /(?<![\p{L}\p{N}@$])(?=[a-z0-9@$]*[a-z])[a-z]*[0-9@$][a-z0-9@$]*(?![\p{L}\p{N}@$])/gu;
/** Fewer are initials or a grade: "T N M", "hepatitis B C". */
const SPELT_OUT = /(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){3,40}\p{L}(?![\p{L}\p{N}])/u;
const SPELT_ON = /(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){1,40}\p{L}(?![\p{L}\p{N}])/gu;

/** "l33t" as letters, where they make a word, and "i g n o r e" as the word it spells; null where there is neither. */
export function undoSpelling(plain: string, isWord = (_letters: string) => true): string | null {
  const letters = plain.replace(MIXED, (word) => {
    const decoded = [...word].map((sign) => LETTER_OF_LEET.get(sign) ?? sign).join('');
    return isWord(decoded) ? decoded : word;
  });
  const result = SPELT_OUT.test(letters)
    ? letters.replace(SPELT_ON, (row) => row.replace(/[ .*_-]/gu, ''))
    : letters;
  return result === plain ? null : result;
}
