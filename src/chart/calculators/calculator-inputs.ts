import type { INPUT_NAMES } from '../../../texts/calculator-inputs.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';

export type InputId = keyof typeof INPUT_NAMES;
type Words = 'sex' | 'consciousness' | 'ascites' | 'encephalopathy' | 'lmp';
/** Those of the yes or no that formulas read; the others only score. */
type Flags = 'pregnant' | 'dialysis' | 'oxygen' | 'hypercapnia';
export type Value = number | boolean | string;
/** What each input is once it is known: days as ISO dates. */
export type Values = { [Id in InputId]: Id extends Words ? string : Id extends Flags ? boolean : number };

/** A number of the body, a yes or no, one of a few words, or a day. */
export type Input =
  | {
      kind: 'number';
      /** The unit that formulas are written in, and what else is understood: times, or times and plus. */
      unit: string;
      units: Readonly<Record<string, readonly [factor: number, offset: number]>>;
      /** The units as people write them. */
      spelled: readonly string[];
      /** Meant where none is said and several would do. */
      usual: string | null;
      /** Outside of it a value is taken for a slip, and asked for again. */
      range: readonly [low: number, high: number];
      /** LOINC. */
      codes: readonly string[];
      /** How long a value of the chart stands for today's. */
      group: 'vital' | 'lab' | 'body' | 'said';
      /** What it is another form of: urea nitrogen of urea. */
      as: InputId | null;
    }
  | {
      kind: 'flag';
      /** How codes of ICD-10 begin that say so. */
      codes: readonly string[];
      /** `past`: what is over counts as well; `drug`: read from the medication; `said`: a chart cannot tell. */
      from: 'now' | 'past' | 'drug' | 'said';
    }
  | { kind: 'choice'; options: readonly string[]; codes: readonly string[] }
  | { kind: 'date'; codes: readonly string[] };

const COLUMNS = ['input', 'kind', 'group', 'units', 'low', 'high', 'codes', 'as'] as const;

/** All that a calculator can ask for, by id: `data/language/calculator-units.tsv`. */
export const inputs = once(
  () =>
    // A cast, because a test holds the table against the names of the inputs.
    new Map(
      readLexicon('language/calculator-units', COLUMNS).map((row) => [row.input as InputId, readInput(row)]),
    ),
);

function readInput(row: Record<(typeof COLUMNS)[number], string>): Input {
  const listed = (cell: string) => cell.split(' ').filter((word) => word !== '');
  const codes = listed(row.codes);
  if (row.kind === 'flag') return { kind: 'flag', from: row.group as 'now', codes };
  if (row.kind === 'choice') return { kind: 'choice', options: listed(row.units), codes };
  if (row.kind === 'date') return { kind: 'date', codes };
  // "mmol/L mg/dL!=0.357": the mark is on the usual one.
  const units = listed(row.units).map((entry) => entry.replace('!', '').split('='));
  return {
    kind: 'number',
    unit: units[0]?.[0] ?? '',
    units: Object.fromEntries(
      units.map(([name = '', how = '1']) => {
        const [factor = 1, offset = 0] = how.split('+').map(Number);
        return [unitKey(name), [factor, offset]];
      }),
    ),
    spelled: units.map(([name = '']) => name).filter((name) => !/[[{]/u.test(name)),
    usual: /(\S+?)!/u.exec(row.units)?.[1] ?? null,
    range: [Number(row.low), Number(row.high)],
    codes,
    group: row.group as 'lab',
    as: row.as === '' ? null : (row.as as InputId),
  };
}

export function inputOf(id: InputId): Input {
  const input = inputs().get(id);
  if (input === undefined) throw new Error(`calculator-units.tsv has no ${id}`);
  return input;
}

/** The inputs that stand for one: itself, and others that are turned into it. */
export function formsOf(id: InputId): InputId[] {
  return [...inputs()].flatMap(([other, input]) =>
    other === id || (input.kind === 'number' && input.as === id) ? [other] : [],
  );
}

/** As units are compared: in one case, with one micro sign, without blanks, dots and UCUM's remarks in braces. */
export function unitKey(unit: string): string {
  return unit
    .toLowerCase()
    .replace(/[µμ]/gu, 'u')
    .replace(/\{[^}]*\}|[\s.]/gu, '')
    .replace(/\/$/u, '')
    .replaceAll('litre', 'l')
    .replaceAll('liter', 'l')
    .replace(/g%$/u, 'g/dl');
}

/** A value in the unit of the formulas; null for a unit that is not known of this input. */
export function inBaseUnit(id: InputId, value: number, unit: string): number | null {
  const input = inputOf(id);
  if (input.kind !== 'number') return null;
  const how = input.units[unitKey(unit)];
  // So that 3 mg/dL times 17.1 is 51.3, and no hair above it.
  return how === undefined ? null : Number((value * how[0] + how[1]).toPrecision(10));
}

export function isInRange(id: InputId, value: number): boolean {
  const input = inputOf(id);
  return input.kind === 'number' && value >= input.range[0] && value <= input.range[1];
}
