import { brandNames, drugNamesIn, knownDrugs } from '../../../language/drugs/drug-names.ts';
import { type DrugSpan, drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { resolveDrug } from '../../../language/drugs/resolve-drug.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import { editDistance, editLimit, SYLLABLE } from '../../../language/search-terms/correct-spelling.ts';
import { knownWords } from '../../../language/search-terms/word-tables.ts';
import { orderWords } from './order-text.ts';
import type { ParsedRequest } from './parse-request.ts';
import { foldForCues } from './request-cues.ts';

const TOKEN = /\[(?:NAME|MRN|ID|PATIENT)_\d{1,6}[a-z]{0,3}\]/u;

const cues = once(() => ({
  ...readPatterns('language/request-cues', ['no_name small_name_after_title'], 'iu'),
  ...readPatterns('language/request-cues', [
    'record_number name_after_title sought_name full_name owner_name',
  ]),
}));

/** The drugs and the patient that a request names. By form and list: it misses some. */
export function readMentions(text: string): Pick<ParsedRequest, 'drugs' | 'patient'> {
  return { drugs: readDrugs(text), patient: readPatient(text) };
}

export function readDrugs(text: string): string[] {
  const composed = text.normalize('NFC');
  const folded = foldForCues(text);
  const classes = [...folded.matchAll(drugClass())];
  const inClass = ({ start, end, name }: DrugSpan) =>
    !name.includes(' ') &&
    classes.some((found) => found.index <= start && end <= found.index + found[0].length);
  const spans = folded.length === composed.length ? drugSpansIn(composed) : drugSpansIn(folded);
  const named = spans.filter((span) => !inClass(span)).flatMap(({ name }) => inFull(name));
  const short = [...folded.matchAll(/([a-z][a-z0-9]*)(\s\d)?/gu)].flatMap(
    ([, word = '', dose]) => resolveDrug(word, { hasDose: dose !== undefined }) ?? [],
  );
  return [...new Set([...named, ...short, ...classes.map(([name]) => name)])];
}

/** A brand by what is in it; a name of several words as a whole. */
function inFull(name: string): string[] {
  const brand = brandNames()[name];
  if (brand !== undefined) return drugNamesIn(name);
  const acid = /^acid (.+)$/u.exec(name)?.[1];
  return [acid === undefined ? name : `${acid} acid`];
}

function readPatient(text: string): string {
  // A number means one person, a name perhaps several.
  const { record_number, name_after_title, sought_name, full_name, owner_name } = cues();
  const sure = record_number.exec(text)?.[0] ?? TOKEN.exec(text)?.[0];
  if (sure !== undefined) return /^[a-z]{2,5}-\d/u.test(sure) ? sure.toUpperCase() : sure;
  const name = (
    name_after_title.exec(text)?.[1] ??
    sought_name.exec(text)?.[1] ??
    full_name.exec(text)?.[1] ??
    owner_name.exec(text)?.[1] ??
    titled(text)
  ).replace(/['’]s$/u, '');
  if (/^(?:bn|pt)$/iu.test(name)) return '';
  // A drug or a place is written with a capital too.
  return readDrugs(name).length > 0 || /^(?:PubMed|Europe|KDIGO|ADA|ESC|GINA|WHO|Bộ)/u.test(name) ? '' : name;
}

function titled(text: string): string {
  // Each row of the cue has a group of its own.
  const [, ...groups] = cues().small_name_after_title.exec(text) ?? [];
  const words = groups.find((group) => group !== undefined)?.split(/\s+/u) ?? [];
  const end = words.findIndex((word) => cues().no_name.test(word) || drugSpansIn(word).length > 0);
  return words.slice(0, end === -1 ? words.length : end).join(' ');
}

/** Classes of drugs as clinicians name them, in both languages, without marks and in lower case. */
export const drugClass = once(
  () =>
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...orderWords().drug_class].join('|')})(?![\\p{L}\\p{N}])`, 'gu'),
);

/** Whether what was read as a drug is one, and no class. */
export function isOneDrug(drug: string): boolean {
  return drug.search(drugClass()) < 0;
}

/** Whether words that name someone could mean the bearer of these names: by a word of the name, or by a whole number. */
export function nameMatches(named: string, names: readonly string[]): boolean {
  const words = wordsOf(named);
  const joined = (text: string) => foldForCues(text).replace(/[^a-z0-9]/gu, '');
  if (/\d/u.test(named) && names.some((name) => joined(name) === joined(named))) return true;
  const known = new Set(names.flatMap(wordsOf));
  return words.length > 0 && words.every((word) => known.has(word));
}

function wordsOf(text: string): string[] {
  return foldForCues(text)
    .replace(/'s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word));
}

const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr pt patient bn ong ba co chi anh bac em cu be chu benh nhan'.split(' '),
);

const ordinaryWords = once(
  () => new Set([...knownWords().common, ...knownWords().medical, ...orderWords().no_drug]),
);
/** Whether a word without marks, in lower case, is one of the language. */
export function isOrdinary(word: string): boolean {
  return ordinaryWords().has(word) || SYLLABLE.test(word);
}

const MIN_LETTERS = 5;
const MAX_WORDS = 2;

/** Whether words that no list knows may be a drug's name: not ordinary ones, not Vietnamese, not a class. */
export function mayBeDrug(words: string): boolean {
  const folded = foldForCues(words);
  const parts = folded.split(/\s+/u);
  if (folded !== words.toLowerCase() || parts.length > MAX_WORDS || folded.search(drugClass()) >= 0)
    return false;
  return (
    parts.some(({ length }) => length >= MIN_LETTERS) &&
    parts.every(
      (part) => /^[a-z][a-z0-9-]*$/u.test(part) && !ordinaryWords().has(part) && !SYLLABLE.test(part),
    )
  );
}

const MAX_NEAR = 4;
/** A shorter word is a letter or two from too much. */
const MIN_NEAR_LETTERS = 5;

/** Drugs that are spelt nearly like a word, the nearest first: to be offered, never put in its place. */
export function nearDrugs(word: string): string[] {
  const letters = word.toLowerCase();
  if (letters.length < MIN_NEAR_LETTERS) return [];
  const limit = editLimit(letters);
  return [...knownDrugs()]
    .map((drug) => ({ drug, away: editDistance(letters, drug, limit) }))
    .filter(({ away }) => away > 0 && away <= limit)
    .sort((a, b) => a.away - b.away || (a.drug < b.drug ? -1 : 1))
    .slice(0, MAX_NEAR)
    .map(({ drug }) => drug);
}
