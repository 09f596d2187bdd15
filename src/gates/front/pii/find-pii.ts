import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { findAddressBlocks, findAddresses } from './find-addresses.ts';
import { findNames, type PiiSpan, type ReadText, readText, repeatNames, TOKEN } from './find-names.ts';
import { findCuedNumbers, findForms } from './find-numbers.ts';
import { findVietnameseAddresses } from './find-vietnamese-addresses.ts';
import { findVietnameseNames } from './find-vietnamese-names.ts';

/** What names a person in a text: spans in order, none over another, none over a token. */
export function findPii(text: string): PiiSpan[] {
  const read = readText(hideCodes(text));
  const names = joinTouching([...findVietnameseNames(read), ...findNames(read)]);
  return keepApart([
    ...findCuedNumbers(read),
    ...findForms(read),
    ...findDates(read),
    ...findAges(read),
    ...findVietnameseAddresses(read),
    ...findAddressBlocks(read),
    ...findAddresses(read),
    ...names,
    ...repeatNames(read, names),
  ]);
}

/** Two ways of finding one name may each see a part of it. */
function joinTouching(spans: PiiSpan[]): PiiSpan[] {
  const joined: PiiSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const before = joined.at(-1);
    if (before && span.start < before.end) before.end = Math.max(before.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
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

const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)';
const TIME = String.raw`(?:[ t]\d{1,2}:\d{2}(?::\d{2})?)?`;
const DATES = new RegExp(
  [
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}${TIME}`,
    String.raw`\d{1,2}(?<mark>[-/.])\d{1,2}\k<mark>(?:\d{4}|\d{2})${TIME}`,
    String.raw`\d{1,2} thang \d{1,2}(?:,? nam \d{4})?`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -]${MONTH}\.?(?:,?[ -]\d{4})?`,
    String.raw`${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
    String.raw`\d{1,2}/\d{1,2}`,
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/u, String.raw`(?<![\p{L}\p{N}./-])(?:`)
    .concat(String.raw`)(?![\p{L}\p{N}]|[/-]\d)`),
  'gu',
);

/** Days of a person's life and stay, shortly before the date. */
const PERSONAL =
  /(?:\bdob|\bd\.o\.b|birth|\bborn|birthday|\bbday|admitted|admission|discharged?|hospitali[sz]ed|\bdied|\bdeath|deceased|passed away|date of (?:visit|service|surgery)|operated|sinh ngay|ngay sinh|sinh nhat|sinh(?= ?:)|nhap vien|vao vien|ra vien|xuat vien|mat ngay|mat luc|tu vong|qua doi|ngay mat|ngay mo|phau thuat ngay|date of)(?![^\d]{0,24}\b(?:or|and)\b)[^\d\n\u2588]{0,24}$/u;
/** Somebody in the same sentence, before the date. */
const SOMEBODY =
  /(?:\b(?:i|i'm|i've|my|me|he|she|his|her|him|patient|pt|toi|benh nhan|me toi|bo toi|vo toi|chong toi|con toi)\b)[^.?!\n]{0,60}$/u;
const WITH_YEAR = /\d{4}|\d\/\d{1,2}\/\d{2}/u;

/** What is born, approved or dies without being a person. */
const IMPERSONAL =
  /(?:trial|study|guideline|paper|drug|vaccine|law|approved|published|updated|revised|issued|label|article|review|edition|version|lot|expires?|pandemic|season)[^\n]{0,40}$/u;

/** Dates tied to a person: birth, admission, discharge, death. */
function findDates({ folded }: ReadText): PiiSpan[] {
  const isRecord = /\bname ?:/u.test(folded);
  return [...folded.matchAll(DATES)]
    .filter(({ 0: found, index }) => {
      const before = folded.slice(Math.max(0, index - 60), index);
      if (isRecord && /\bdate ?: ?$/u.test(before)) return true;
      if (IMPERSONAL.test(before)) return false;
      return PERSONAL.test(before) || (WITH_YEAR.test(found) && SOMEBODY.test(before));
    })
    .map(({ 0: found, index }) => ({ kind: 'DATE' as const, start: index, end: index + found.length }));
}

/** Ages are told up to 89: older people are few enough to be known by theirs. */
const OLD = String.raw`(?:9\d|1[01]\d|12[0-5])`;
const AGES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,/-])(${OLD})(?=[ -]?(?:years?|yrs?)(?:[ -]old| of age)|[ -]?(?:y\/?o|yo)\b| ?tuoi(?! tro len))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=\b(?:aged|age|age:|age is|age of|tuoi:) )(${OLD})(?![\d%]|[.,]\d| ?(?:d|days?|weeks?|months?|min|h|to|-|–|percent|and (?:over|older|above)|or (?:over|older|more|above)|years? (?:and|or) (?:over|older|above|more)))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=\b(?:is|am|turned|turns|i'm|he's|she's) )(${OLD})(?= years? ?[,.;]| and (?:has|takes|lives|is)\b)`,
    'gu',
  ),
];
/** "Over 90 years": a limit, not a person. */
const LIMIT =
  /(?:over|under|above|below|than|least|from|between|to|and|after|by|until|before|tren|duoi|tu|den|[<>≥≤–-])\s?(?:the )?(?:age (?:of )?)?$/u;

/** Ages of 90 and more. */
function findAges({ folded }: ReadText): PiiSpan[] {
  return AGES.flatMap((age) =>
    [...folded.matchAll(age)]
      .filter(({ index }) => !LIMIT.test(folded.slice(Math.max(0, index - 24), index)))
      .map(({ 0: found, index }) => ({ kind: 'AGE' as const, start: index, end: index + found.length })),
  );
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
