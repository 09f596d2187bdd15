import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { monthOf } from '../../language/quantities/read-quantities.ts';
import { once, readCues, readLexicon } from '../../language/read-lexicon.ts';
import { isDeniedAt } from '../../language/read-negation.ts';
import { valuesOf } from '../../language/read-numbers.ts';
import {
  type InputId,
  inBaseUnit,
  inputOf,
  inputs,
  isInRange,
  unitKey,
  type Value,
} from './calculator-inputs.ts';
import { CALCULATORS, inputsOf } from './calculators.ts';

/** Inputs as they were typed: "150 µmol/L", "yes", "female", an ISO date; "90, 150" where two are told. */
export type SaidInputs = Partial<Record<InputId, string>>;

const NUMBER = '(?<![\\d.,])(\\d+(?:[.,]\\d+)*)';
/** What may stand between a name and its number. */
const BETWEEN = '(?:[\\s:=~≈(]|\\b(?:is|was|of|at|level|now|today|la|muc|khoang)\\b){0,6}';
const UNIT = /^ ?([a-zµμ%°]+(?: ?\/ ?[a-zµμ0-9.]+){0,3})/u;
const CONFIRMED_AFTER = /^\s?[:=]\s?(?:yes|y|co|\+)(?![\p{L}\d])/u;
const DENIED_AFTER =
  /^\s?[:=]\s?(?:no|none|neg|negative|absent|khong|0|-)(?![\p{L}\d])|^ (?:no|none|neg|negative|absent|khong)(?=\s*(?:[,.;]|$))/u;
/** Words that are others once their marks are gone: a year and a man, to compute and awake. */
const HOMOGRAPHS = [
  [/năm/giu, 'nawm'],
  [/tính/giu, 'compute'],
  [/tỉnh/giu, 'alert'],
] as const;

const cues = once(() =>
  readLexicon('language/calculator-inputs', ['input', 'form', 'value', 'cue']).map(
    ({ input, form, value, cue }) => ({
      // A cast, because a test holds the table against the inputs.
      input: input as InputId,
      form,
      value,
      cue: new RegExp(patternOf(input, form, cue), 'gu'),
    }),
  ),
);

function patternOf(input: string, form: string, cue: string): string {
  const isNumber = form === 'named' && inputOf(input as InputId).kind === 'number';
  return isNumber ? `(?:${cue})${BETWEEN}${NUMBER}(?! ?m\\d)` : cue.replaceAll('#', NUMBER);
}

/** What a message tells of the inputs, whichever calculator is asked for. */
export function readSaid(message: string): SaidInputs {
  const text = foldForCalculators(message);
  const said: SaidInputs = {};
  for (const { input, form, value, cue } of cues()) {
    for (const match of text.matchAll(cue)) {
      const read = readMatch(input, form, value, match, text);
      if (read !== null) said[input] = merged(said[input], read);
    }
  }
  return withUnitsAfter(text, said);
}

/** "Bili 4.2 alb 2.6 (mg/dL, g/dL)": units named together are those of the numbers that have none. */
function withUnitsAfter(text: string, said: SaidInputs): SaidInputs {
  const listed = [...text.matchAll(/\(([^()\d]{2,40})\)/gu)].flatMap(([, units = '']) =>
    units.split(/[,;]\s*/u),
  );
  const told = Object.entries(said).map(([id, value]) => {
    const input = id as InputId;
    const isBare = /^\d+(?:[.,]\d+)*$/u.test(value);
    const [own, ...more] = isBare ? listed.filter((unit) => inBaseUnit(input, 1, unit) !== null) : [];
    return [id, own === undefined || more.length > 0 ? value : `${value} ${own}`];
  });
  return Object.fromEntries(told);
}

/** The same number told twice is one, with its unit; two different ones are for the asker to choose from. */
function merged(before: string | undefined, read: string): string {
  if (before === undefined || read.startsWith(before)) return read;
  if (before.startsWith(read) || before.split(', ').includes(read)) return before;
  return `${before}, ${read}`;
}

function readMatch(
  input: InputId,
  form: string,
  value: string,
  match: RegExpExecArray,
  text: string,
): string | null {
  const { kind } = inputOf(input);
  const [all, first = '', second = '0'] = match;
  const end = match.index + all.length;
  if (form === 'value') return kind === 'flag' ? (value === 'no' ? 'no' : 'yes') : value;
  if (form === 'metres') return `${Number(first) * 100 + Number(second.padEnd(2, '0'))} cm`;
  if (form === 'feet') return `${(Number(first) * 12 + Number(second)) * 2.54} cm`;
  if (form === 'bare') {
    const told = match.slice(1).find((group) => group !== undefined) ?? '';
    const isPlausible = typeof interpret(input, `${told} ${value}`).value === 'number';
    return isPlausible ? `${told} ${value}` : null;
  }
  if (kind === 'date') return readDay(text.slice(end));
  if (kind === 'flag') {
    if (/\b(?:family history|fh|gia dinh)\b[^.;]{0,20}$/u.test(text.slice(0, match.index))) return null;
    const after = text.slice(end);
    if (CONFIRMED_AFTER.test(after)) return 'yes';
    return DENIED_AFTER.test(after) || isDeniedAt(text, match.index) ? 'no' : 'yes';
  }
  const unit = UNIT.exec(text.slice(end))?.[1] ?? '';
  if (unit === '') return first;
  const own = [unit, `${unit}/l`].find((one) => inBaseUnit(input, 1, one) !== null);
  if (own !== undefined) return `${first} ${own}`;
  // "egfr 65yo": the number is of something else; "na 128 glucose": the next word is no unit.
  return isUnit(unit) ? null : first;
}

/** Words that make a number one of something, in any input: units, and those of the table's bare forms. */
const unitWords = once(
  () =>
    new Set(
      [
        ...[...inputs().values()].flatMap((input) =>
          input.kind === 'number' ? Object.keys(input.units) : [],
        ),
        ...'yo y yr yrs year years tuoi t kgs lbs months mo'.split(' '),
        // What is also the beginning of a word, or the name of something measured.
      ].filter((word) => !['inr', 'fraction', 'in', 'c', 'f', 's', 'm', 'g'].includes(word)),
    ),
);

function isUnit(word: string): boolean {
  return word.includes('/') || unitWords().has(word);
}

export type Interpreted =
  | { value: Value; text: string; assumed?: true }
  | { value: null; problem: 'out_of_range' | 'which_unit'; text: string };

const TOLD = /^(-?\d+(?:[.,]\d+)*)\s*(.*)$/u;
const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
};

/** An input as it was given, by a person, a model or a chart, in the unit of the formulas. */
export function interpret(id: InputId, told: string, today = ''): Interpreted {
  const input = inputOf(id);
  const text = told.trim();
  const wrong = { value: null, problem: 'out_of_range', text } as const;
  if (input.kind === 'flag')
    return text.toLowerCase() in WORDS ? { value: WORDS[text.toLowerCase()] ?? false, text } : wrong;
  if (input.kind === 'choice') return input.options.includes(text) ? { value: text, text } : wrong;
  if (input.kind === 'date') {
    const day = readDay(text)?.replace('????', today.slice(0, 4)) ?? null;
    if (day === null) return wrong;
    // Without a year it is the last such day.
    const past =
      text.startsWith('????') && day > today ? `${Number(day.slice(0, 4)) - 1}${day.slice(4)}` : day;
    return { value: past, text: past };
  }
  const [, figures = '', unit = ''] = TOLD.exec(text) ?? [];
  if (figures === '' || text.includes(', ')) return wrong;
  const numbers = figures.startsWith('-') ? [] : valuesOf(figures);
  const inUnit = (one: string) =>
    numbers
      .map((number) => inBaseUnit(id, number, one))
      .find((value) => value !== null && isInRange(id, value));
  if (unit !== '') {
    const value = inUnit(unit);
    const spelled = input.spelled.find((one) => unitKey(one) === unitKey(unit)) ?? unit;
    return value == null ? wrong : { value, text: `${figures} ${spelled}` };
  }
  const fitting = Object.keys(input.units).flatMap((one) => {
    const value = inUnit(one);
    return value == null ? [] : [{ value, unit: one }];
  });
  const usual = fitting.find((one) => one.unit === unitKey(input.usual ?? ''));
  const [first] = usual === undefined ? fitting : [usual];
  if (first === undefined) return wrong;
  const isOne = usual !== undefined || fitting.every(({ value }) => value === first.value);
  if (!isOne) return { value: null, problem: 'which_unit', text };
  const shown = input.spelled.find((one) => unitKey(one) === first.unit) ?? first.unit;
  // Only where another unit would have meant something else is it an assumption.
  const isAssumed = input.group !== 'said' && Object.values(input.units).some(([factor]) => factor !== 1);
  return { value: first.value, text: `${text} ${shown}`, ...(isAssumed ? { assumed: true as const } : {}) };
}

const DAYS = [
  /^\D{0,12}?(?<year>\d{4}|\?{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/u,
  /^\D{0,12}?(?<day>\d{1,2})[/.-](?<month>\d{1,2})(?:[/.-](?<year>\d{4}|\d{2}))?(?![\d/])/u,
  /^\D{0,12}?(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?:thang (?<month>\d{1,2})|(?<name>[a-z]{3,9}))(?:,? (?:nawm |nam )?(?<year>\d{4}))?/u,
  /^\W{0,4}(?:on |was |is )?(?<name>[a-z]{3,9}) (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?/u,
];

/** The day that a text begins with, the day before the month where both may be either; without a year, this one. */
function readDay(text: string): string | null {
  for (const pattern of DAYS) {
    const { year, month, day, name } = pattern.exec(text.toLowerCase())?.groups ?? {};
    if (day === undefined) continue;
    const [d, m] = [Number(day), name === undefined ? Number(month) : monthOf(name)];
    const [date, at] = m > 12 && d <= 12 ? [m, d] : [d, m];
    const full = year === undefined ? '' : year.length === 2 ? `20${year}` : year;
    const iso = `${full || '????'}-${String(at).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
    if (at >= 1 && date >= 1 && date <= 31) return iso;
  }
  return null;
}

const names = once(() =>
  readCues('language/calculator-names', ['calculator']).map(({ keys: [id = ''], cue }) => ({
    id,
    cue: new RegExp(cue, 'u'),
  })),
);
const GIVEN = /^\s?(?:score|of|is|was|la|[:=<>≤≥~]|\s){0,6}\d+(?:[.,]\d+)?(?:\/15)?/u;

/** The calculators that a text names, in the order of the table; not those whose result it already tells: "eGFR 35". */
export function findCalculators(message: string): string[] {
  const text = foldForCalculators(message);
  return names().flatMap(({ id, cue }) => {
    const match = CALCULATORS.has(id) ? cue.exec(text) : null;
    if (match === null) return [];
    const end = match.index + match[0].length;
    const given = GIVEN.exec(text.slice(end))?.[0];
    if (given === undefined) return [id];
    // "Corrected calcium 2.1", "BMI 70 kg", "MAP 85/50": the number is an input, and no result.
    const rest = text.slice(end + given.length);
    const more = /^(?:\/| ?m ?)\d+/u.exec(rest)?.[0] ?? UNIT.exec(rest)?.[0] ?? '';
    return relevant(id, readSaid(`${match[0]}${given}${more}`)).length === 0 ? [] : [id];
  });
}

/**
 * Whether a part of a request asks for a calculation: a calculator's name with its values or a word for computing; unless
 * `isStrict`, also of a patient, or nearly alone. "What is the evidence for CHA2DS2-VASc in women?" asks for none.
 */
export function asksCalculation(part: string, { isStrict = false } = {}): boolean {
  const found = findCalculators(part);
  if (found.length === 0) return false;
  const text = foldForCalculators(part);
  const says = (what: string) => names().some(({ id, cue }) => id === what && cue.test(text));
  const said = readSaid(part);
  if (says('computes') || found.some((id) => relevant(id, said).length > 0)) return true;
  // "At what eGFR is metformin stopped?" asks for a rule.
  return !isStrict && !says('threshold') && (says('asks') || text.split(/\s+/u).length <= FEW_WORDS);
}

/** Which calculators a request asks for, and what it tells of their inputs: from the asker's own words. */
export function readCalculation(query: string, request: string) {
  const named = findCalculators(query);
  const calculators = named.length > 0 ? named : findCalculators(request);
  const said = readSaid(request);
  const used = new Set(calculators.flatMap((id) => relevant(id, said)));
  return { calculators, inputs: Object.fromEntries([...used].map((id) => [id, said[id]])) };
}

const FEW_WORDS = 4;

/** What was said that a calculator uses. */
function relevant(calculator: string, said: SaidInputs): InputId[] {
  return inputsOf(CALCULATORS.get(calculator)).filter((id) => said[id] !== undefined);
}

function foldForCalculators(message: string): string {
  const told = HOMOGRAPHS.reduce(
    (text, [word, other]) => text.replace(word, other),
    message.normalize('NFC'),
  );
  return foldDiacritics(told).toLowerCase().replaceAll('’', "'");
}
