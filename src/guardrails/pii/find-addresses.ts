import { NOT_NAMES } from '../tables/not-names.ts';
import { LARGE_PLACES } from '../tables/places.ts';
import { isParticle, isPlaceWord, joinsAddress, ROOMS } from './address-words.ts';
import { endOfCuedAddress } from './end-of-cued-address.ts';
import { endOfStreet } from './end-of-street.ts';
import type { PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

const MAX_ADDRESS_WORDS = 16;
const POSTCODE_UK = /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\p{N}])/gu;
const POSTCODE_CUED =
  /(?<=\b(?:zip|zip code|postcode|postal code|ma buu chinh|p\.? ?o\.? box)(?: is|:| so)? )(?=[a-z-]{0,4}\d)[a-z\d][a-z\d-]{2,9}(?![\p{L}\p{N}])/gu;

/** "Tulsa, OK 74103". */
const TOWN_WITH_CODE =
  /(?<![\p{L}\p{N}])\p{Lu}\p{L}{2,20}(?:[ -]\p{Lu}\p{L}{1,20}){0,2},? (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?(?![\p{L}\p{N}])/gu;
/** "Via Goffredo Mameli 149", "48 rue Petite Fusterie": where the kind of street comes first. */
const STREET_FIRST =
  /(?<![\p{L}\p{N}.])(?:\d{1,4}[ ,]{1,2}(?:rue|avenue|boulevard|place|chemin|quai|impasse|calle|avenida|rua|ul\.|ulica|via|viale|piazza|strada|carrer|plaza|paseo) (?:(?:de|la|le|les|des|du|del|della|di|da|do|dos|al) ){0,2}\p{Lu}[\p{L}'’-]{1,20}(?: (?:(?:de|la|le|des|du|del|di|da|dos) ){0,2}\p{Lu}[\p{L}'’-]{0,20}){0,3}(?: \d{1,4})?|(?:Rue|Calle|Avenida|Rua|Ul\.|ul\.|Ulica|Via|Viale|Piazza|Strada|Carrer|Paseo) (?:(?:de|la|le|les|des|du|del|della|di|da|do|dos|al) ){0,2}\p{Lu}[\p{L}'’-]{1,20}(?: (?:(?:de|la|le|des|du|del|di|da|dos) ){0,2}\p{Lu}[\p{L}'’-]{0,20}){0,3},? \d{1,4})(?![\p{L}\p{N}])/gu;

const STREET_FIRST_WORD =
  /(?:rue|avenue|boulevard|place|chemin|quai|impasse|calle|avenida|rua|ul\.|ulica|via|viale|piazza|strada|carrer|plaza|paseo) /u;

/** Street addresses, and towns where somebody is said to live. */
export function findAddresses(read: ReadText): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    const anchor = endOfStreet(read, i) ?? endOfCuedAddress(read, i);
    if (anchor === null) continue;
    const last = endOfAddress(read, i, anchor);
    spans.push({ kind: 'ADDRESS', start: read.words[i]?.start ?? 0, end: read.words[last]?.end ?? 0 });
    i = last;
  }
  // What each must hold is cheaper to look for than the whole.
  const codes = [
    ...(/[A-Z]{2} \d{5}/u.test(read.text) ? read.text.matchAll(TOWN_WITH_CODE) : []),
    ...(STREET_FIRST_WORD.test(read.folded) ? read.text.matchAll(STREET_FIRST) : []),
    ...(/ \d[A-Z]{2}/u.test(read.text) ? read.text.matchAll(POSTCODE_UK) : []),
    ...(/zip|post|buu|box/u.test(read.folded) ? read.folded.matchAll(POSTCODE_CUED) : []),
  ];
  return [
    ...spans,
    ...codes.map(({ 0: code, index }) => ({
      kind: 'ADDRESS' as const,
      start: index,
      end: index + code.length,
    })),
  ];
}

/** Takes in what follows a street: flat, town, state, post code. */
function endOfAddress(read: ReadText, first: number, anchor: number): number {
  let last = anchor;
  while (last < first + MAX_ADDRESS_WORDS) {
    const [next, after] = [read.words[last + 1], read.words[last + 2]];
    if (!next || !joinsAddress(read, last)) break;
    const gap = read.gapAfter(last);
    if (next.isNumber) {
      // The first part of a longer number: a telephone's, after the post code's line.
      if (/^[-. ]{1,2}\d/u.test(read.text.slice(next.end, next.end + 3))) break;
      if (
        next.text.length > 6 ||
        (!/[\n,]/u.test(gap) && next.text.length < 3 && !ROOMS.has(read.words[last]?.folded ?? ''))
      )
        break;
      last++;
    } else if (
      ROOMS.has(next.folded) &&
      after &&
      /^\.? $/u.test(read.gapAfter(last + 1)) &&
      /\d/u.test(after.text)
    ) {
      last += 2;
      if (/^[A-Z]$/u.test(read.words[last + 1]?.text ?? '') && read.gapAfter(last) === '') last++;
    } else if (next.capital && (isPlaceWord(next) || LARGE_PLACES.has(next.folded))) {
      last++;
    } else if (
      after?.capital &&
      (isParticle(next) || (next.folded === 'and' && read.words[last]?.folded === 'trinidad'))
    ) {
      last += 2;
    } else if (read.lowercase && /^, $/u.test(gap) && !NOT_NAMES.has(next.folded)) {
      last++;
    } else break;
  }
  return last;
}
