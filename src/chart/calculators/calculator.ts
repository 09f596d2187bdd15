import type { Calculation } from './calculation.port.ts';
import { type InputId, inputOf, type Value, type Values } from './calculator-inputs.ts';

/** `name`: a key of the texts. */
export type Figure = Calculation['figures'][number];

export interface Computed {
  figures: Figure[];
  /** Keys of the texts of this calculator: what the result means. */
  bands: string[];
  /** Items of a score that gave points. */
  points?: { input: InputId; points: number }[];
}

/** Why a calculator does not hold here: a key of the texts. */
export interface Refused {
  refused: string;
}

export interface Calculator {
  id: string;
  /** Asked for where neither the message nor the chart tells it. */
  asks: readonly InputId[];
  /** Yes or no, counted as no where nothing tells it; the answer names them. */
  absent: readonly InputId[];
  /** Used where known. */
  may: readonly InputId[];
  /** An input that need not be asked for where another is known. */
  unless: Readonly<Partial<Record<InputId, InputId>>>;
  /** Of a score, with the names of inputs in braces; the texts have the others. */
  formula: ((values: Partial<Values>) => string) | null;
  source: string;
  /** Not for those who are younger. */
  fromAge: number;
  notInPregnancy: boolean;
  /** Of a state that changes within hours: older values of the chart are asked for anew. */
  acute: boolean;
  /** Of what is found at the bedside: a chart alone does not make its items absent. */
  bedside: boolean;
  /** `today`: an ISO date. */
  compute(values: Partial<Values>, today: string): Computed | Refused;
}

type Traits = Partial<Pick<Calculator, 'unless' | 'fromAge' | 'notInPregnancy' | 'acute' | 'bedside'>> &
  Pick<Calculator, 'id' | 'source'>;
const PLAIN = { unless: {}, fromAge: 0, notInPregnancy: false, acute: false, bedside: false };

/** A formula: what it asks for is there when it is computed, what it may use perhaps. */
export function formula<Asked extends InputId, May extends InputId = never>(
  traits: Traits & {
    asks: readonly Asked[];
    may?: readonly May[];
    compute(values: Pick<Values, Asked> & Partial<Pick<Values, May>>, today: string): Computed | Refused;
  },
): Calculator {
  const { compute, may = [] } = traits;
  return {
    ...PLAIN,
    ...traits,
    absent: [],
    may,
    formula: null,
    // A cast, because the runner computes only what has all that is asked for.
    compute: (values, today) => compute(values as Pick<Values, Asked> & Partial<Pick<Values, May>>, today),
  };
}

/**
 * What gives points, as "rule:points" in order, the first that holds counting: ">=75:2 >=65:1", "yes:1", "else:3". Of several
 * inputs in one item the highest counts.
 */
type Rules = string | ((values: Partial<Values>) => string);
type Item = Readonly<Partial<Record<InputId, Rules>>>;

/** A score: points for each of its items. Numbers and choices are asked for; a flag is counted as absent unless it is in `asks`. */
export function score(
  traits: Traits & {
    items: readonly Item[];
    asks?: readonly InputId[];
    may?: readonly InputId[];
    /** Of the total: ">=3:high else:low". */
    bands: string | ((total: number, values: Partial<Values>, points: readonly number[]) => string[]);
  },
): Calculator {
  const { items, asks = [], may = [], bands } = traits;
  // A cast, because the keys of an item are inputs.
  const used = items.flatMap((item) => Object.keys(item) as InputId[]);
  const needed = [...new Set([...used, ...asks])].filter((id) => !may.includes(id));
  const isAbsent = (id: InputId) => inputOf(id).kind === 'flag' && !asks.includes(id);
  return {
    ...PLAIN,
    ...traits,
    asks: needed.filter((id) => !isAbsent(id)),
    absent: needed.filter(isAbsent),
    may,
    formula: (values) =>
      items
        .map((item) =>
          Object.entries(item)
            // A cast, because the keys of an item are inputs.
            .map(([id, rules]) =>
              `{${id}}${unitOf(id as InputId)} ${written(rulesOf(rules, values))}`.replace(' :', ':'),
            )
            .join(' / '),
        )
        .join('; '),
    compute(values) {
      const points = items.map((item) => best(item, values)).filter((one) => one.points !== 0);
      const total = points.reduce((sum, one) => sum + one.points, 0);
      const digits = Number.isInteger(total) ? 0 : 1;
      const each = points.map((one) => one.points);
      return {
        figures: [{ name: 'score', value: total, unit: '', digits }],
        bands: typeof bands === 'string' ? [byRules(bands, total)] : bands(total, values, each),
        points,
      };
    },
  };
}

function best(item: Item, values: Partial<Values>): { input: InputId; points: number } {
  const known = Object.entries(item).flatMap(([id, rules]) => {
    // A cast, because the keys of an item are inputs.
    const input = id as InputId;
    const told = values[input];
    if (told === undefined) return [];
    // Three figures, as laboratories report: 24.99 mmol/L of urea are the 25 of 70 mg/dL, but an INR of 1.68 is below 1.7.
    const value = typeof told === 'number' ? Number(told.toPrecision(3)) : told;
    return [{ input, points: Number(byRules(rulesOf(rules, values), value) || 0) }];
  });
  const [first] = known.sort((a, b) => b.points - a.points);
  return first ?? { input: 'age', points: 0 };
}

/** Where a value may be told in several units, the one that its limits are in. */
function unitOf(id: InputId): string {
  const input = inputOf(id);
  if (input.kind !== 'number' || input.group === 'said') return '';
  return Object.values(input.units).some(([factor]) => factor !== 1) ? ` (${input.unit})` : '';
}

function rulesOf(rules: Rules, values: Partial<Values>): string {
  return typeof rules === 'function' ? rules(values) : rules;
}

const RULE = /^(>=|<=|>|<|)(.+)$/u;

/** What the first rule that holds gives; empty where none does. */
export function byRules(rules: string, value: Value): string {
  const rule = rules.split(' ').find((one) => holds(one.split(':')[0] ?? '', value));
  return rule?.split(':')[1] ?? '';
}

function holds(condition: string, value: Value): boolean {
  const [, sign = '', than = ''] = RULE.exec(condition) ?? [];
  if (than === 'else') return true;
  if (typeof value !== 'number') return than === (value === true ? 'yes' : value === false ? 'no' : value);
  const limit = Number(than);
  if (sign === '>=') return value >= limit;
  if (sign === '<=') return value <= limit;
  if (sign === '>') return value > limit;
  return sign === '<' ? value < limit : value === limit;
}

/** Rules as a person reads them, words in braces: "≥ 75: 2, ≥ 65: 1", "{female}: 1"; a plain yes needs no word. */
function written(rules: string): string {
  return rules
    .split(' ')
    .map((rule) => {
      const [, sign = '', than = ''] = RULE.exec(rule.split(':')[0] ?? '') ?? [];
      const limit = sign === '' && than !== '' ? `{${than}}` : `${SIGNS[sign] ?? sign} ${than}`;
      return `${than === 'yes' ? '' : limit}: ${rule.split(':')[1] ?? ''}`;
    })
    .join(', ');
}

const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤' };

export function figure(name: string, value: number | string, unit: string, digits = 0): Figure {
  return { name, value: typeof value === 'number' ? rounded(value, digits) : value, unit, digits };
}

export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  // A half that the binary form falls short of is rounded as it is written, away from zero.
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(12)))) / scale;
}
