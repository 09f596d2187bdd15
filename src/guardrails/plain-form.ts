import { LATIN_OF_LOOKALIKE } from './tables/lookalikes.ts';

/** A text as a reader would hear it, and for each of its characters where it stood. */
export interface PlainForm {
  text: string;
  offsets: Int32Array;
}

/** Marks that are not seen: they tear words apart for a program and for nobody else. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u;
const LATIN_EXTRAS: ReadonlyMap<string, string> = new Map([
  ['đ', 'd'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
]);

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
    if (!UNSEEN.test(part)) result += LATIN_EXTRAS.get(part) ?? LATIN_OF_LOOKALIKE.get(part) ?? part;
  }
  return result;
}
