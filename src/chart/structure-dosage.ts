import type * as Fhir from '@medplum/fhirtypes';
import { foldDiacritics } from '../language/fold-diacritics.ts';
import { once, readCuePatterns, readLexicon, readPatterns } from '../language/read-lexicon.ts';
import { readDosage, readHours, readNumber } from './safety/read-dosage.ts';

/** How a drug is to be taken, as it was said. */
export interface DosageWords {
  dose?: string | undefined;
  route?: string | undefined;
  frequency?: string | undefined;
  duration?: string | undefined;
  note?: string | undefined;
}

const UCUM = 'http://unitsofmeasure.org';
const SNOMED = 'http://snomed.info/sct';

/** The words as FHIR has them: the text always, and a quantity, a timing and a code wherever they mean just one. */
export function structureDosage({
  dose = '',
  route,
  frequency = '',
  duration,
  note = '',
}: DosageWords): Fhir.Dosage {
  const doseAndRate = doseOf(dose);
  const repeat = repeatOf(`${frequency} ${note}`, duration ?? '');
  return {
    text: [dose, route, frequency, duration].filter(Boolean).join(', '),
    ...(repeat === null ? {} : { timing: { repeat } }),
    ...(cues().needed.test(plain(`${frequency} ${note}`)) ? { asNeededBoolean: true } : {}),
    ...(route === undefined ? {} : { route: routeConcept(route) }),
    ...(doseAndRate === null ? {} : { doseAndRate: [doseAndRate] }),
  };
}

/** What a chart says of how a drug is taken, in words that can be said anew one by one. */
export function dosageWords(dosage: Fhir.Dosage | undefined): DosageWords {
  const { text = '', doseAndRate, route, timing } = dosage ?? {};
  const composed = text.normalize('NFC');
  const { value, unit, code } = doseAndRate?.[0]?.doseQuantity ?? {};
  const stored = value === undefined ? null : `${value} ${unit ?? code ?? ''}`.trim();
  const said = [...plain(composed).matchAll(quantity())].map(({ 0: words, index }) => ({ words, index }));
  const same = said.filter(({ words }) => stored === null || isSameDose(words, stored));
  const [only, ...more] = same;
  const given = only !== undefined && (stored !== null || more.length === 0) ? only : null;
  const dose = stored ?? (given && composed.slice(given.index, given.index + given.words.length));
  const spans: [number, number][] = given ? [[given.index, given.index + given.words.length]] : [];
  const way = routes().find(({ cue }) => cue.test(plain(composed)));
  const routeSaid = way?.cue.exec(plain(composed));
  if (routeSaid) spans.push([routeSaid.index, routeSaid.index + routeSaid[0].length]);
  const long = cues().duration.exec(plain(composed));
  if (long) spans.push([long.index, long.index + long[0].length]);
  const rest = tidy(
    Array.from(composed, (letter, at) =>
      spans.some(([from, to]) => at >= from && at < to) ? ' ' : letter,
    ).join(''),
  );
  const { value: days, unit: each, code: period } = timing?.repeat?.boundsDuration ?? {};
  const words: DosageWords = {
    dose: dose ?? undefined,
    route: route?.text ?? route?.coding?.find(({ display }) => display)?.display ?? way?.keys[0],
    frequency: rest || timingWords(timing?.repeat),
    duration: long
      ? tidy(composed.slice(long.index, long.index + long[0].length))
      : days === undefined
        ? undefined
        : `${days} ${each ?? period}`,
  };
  return Object.fromEntries(Object.entries(words).filter(([, one]) => one));
}

/** A dose that is so many times another, or so much more or less ("x0.5", "+5 mg"); null where that cannot be computed. */
export function scaleDose(dose: string, by: string): string | null {
  const before = doseOf(dose)?.doseQuantity;
  if (before?.value === undefined) return null;
  const factor = /^[x×]([\d.]+)$/u.exec(by)?.[1];
  const more = factor === undefined ? doseOf(by.slice(1))?.doseQuantity : undefined;
  if (factor === undefined && (more?.value === undefined || more.unit !== before.unit)) return null;
  const step = (more?.value ?? 0) * (by.startsWith('-') ? -1 : 1);
  const value = Math.round(before.value * Number(factor ?? 1) * 1e6 + step * 1e6) / 1e6;
  return value > 0 ? `${value} ${before.unit}` : null;
}

export function namesDose(text: string): boolean {
  return plain(text).search(quantity()) >= 0;
}

export function isSameDose(some: string, other: string): boolean {
  const [a, b] = [doseOf(some)?.doseQuantity, doseOf(other)?.doseQuantity];
  return a !== undefined && a.value === b?.value && a.unit === b?.unit;
}

/** Units as they are written, without marks, and as they are kept; `period` those of time. */
const units = once(() => readLexicon('language/dose-quantities', ['kind', 'word', 'unit', 'ucum']));
const unitNamed = (kind: string, word: string) =>
  units().find((row) => row.kind === kind && (row.word === word || `${row.word}s` === word));
const wordsOf = (kind: string) =>
  units()
    .filter((row) => row.kind === kind)
    .map(({ word }) => word)
    .sort((a, b) => b.length - a.length)
    .join('|');

const NUMBER = String.raw`\d+(?:[.,]\d+)*|half(?: an?)?|one|two|three|four|mot|hai|ba|bon|nua|½`;
const quantity = once(
  () =>
    new RegExp(
      `(?<![\\p{L}\\d.,/])(${NUMBER})(?:\\s?(?:-|–|to|den)\\s?(${NUMBER}))?\\s?(${wordsOf('dose')})s?(\\s?/\\s?kg)?(?![\\p{L}\\d]|\\s?/\\s?[\\p{L}\\d])`,
      'gu',
    ),
);

const cues = once(() => {
  const { as_needed, when_needed } = readPatterns('language/order-cues', ['as_needed', 'when_needed']);
  const periods = `(${NUMBER}|a)\\s?-?(${wordsOf('period')})s?`;
  return {
    needed: new RegExp(`${as_needed.source}|${when_needed.source}`, 'u'),
    duration: new RegExp(`\\b(?:for|x|trong(?: vong)?|them)\\s?${periods}(?![\\p{L}\\d])`, 'u'),
    long: new RegExp(
      `^(?:for |x ?|trong(?: vong)? )?(?:${periods}|(\\d{1,2})/(7|52|12))(?![\\p{L}\\d])`,
      'u',
    ),
  };
});

/** The one dose that words name; null where they name none or several that do not add up. */
function doseOf(dose: string): Fhir.DosageDoseAndRate | null {
  const rate = RATE.exec(plain(dose));
  if (rate !== null) return rateOf(rate);
  // "0.5 %, one drop": of a strength in percent, the amount is the dose.
  const text = plain(dose).replace(/\d[\d.,]*\s?%[\s,]*(?=\S)/u, '');
  const all = [...text.matchAll(quantity())];
  const pieces = all.filter(([, , , word = '']) => unitNamed('dose', word)?.ucum === '');
  // "10 mg 1 viên" is 10 mg; "500 mg 2 viên" is two of them.
  const isStrength = all.length === 2 && pieces.length === 1 && !/[(/+]/u.test(text);
  const found = isStrength
    ? all.filter((one) => pieces.includes(one) !== (numberOf(pieces[0]?.[1] ?? '') === 1))
    : all;
  const [first] = found;
  const [, low = '', high, word = '', perKg] = first ?? [];
  if (
    first !== undefined &&
    found.length === 1 &&
    !/\d\s?[/+x×]\s?\d|%|\/\s?(?:ml|hr?|gio|ngay|day)/u.test(text)
  ) {
    const { unit = '', ucum = '' } = unitNamed('dose', word) ?? {};
    const measure = (text: string) =>
      quantityOf(numberOf(text), `${unit}${perKg ? '/kg' : ''}`, `${ucum}${perKg ? '/kg' : ''}`);
    return high === undefined
      ? { doseQuantity: measure(low) }
      : { doseRange: { low: measure(low), high: measure(high) } };
  }
  const { amount } = readDosage(dose);
  if (amount === null || amount.per !== undefined) return null;
  return { doseQuantity: quantityOf(amount.value, amount.unit, unitNamed('dose', amount.unit)?.ucum ?? '') };
}

const RATE = /^([\d.,]+)\s?(\p{L}+)(\s?\/\s?kg)?\s?\/\s?(?:(h|hr|hours?|gio)|(?:min|minute|phut))$/u;

/** What runs at a rate: "0.05 mcg/kg/min", "8 mg/giờ". */
function rateOf([, value = '', word = '', perKg, hour]: RegExpExecArray): Fhir.DosageDoseAndRate | null {
  const known = unitNamed('dose', word);
  if (known === undefined) return null;
  const per = `${perKg ? '/kg' : ''}/${hour ? 'h' : 'min'}`;
  return {
    doseQuantity: quantityOf(numberOf(value), `${known.unit}${per}`, known.ucum && `${known.ucum}${per}`),
  };
}

function quantityOf(value: number | null, unit: string, code: string): Fhir.Quantity {
  return { ...(value === null ? {} : { value }), unit, ...(code === '' ? {} : { system: UCUM, code }) };
}

/** Times of the day as FHIR codes them. */
const TIMES = { morning: 'MORN', noon: 'NOON', afternoon: 'AFT', evening: 'EVE', night: 'NIGHT' } as const;
const MEALS = { bedtime: 'HS', before_meal: 'AC', after_meal: 'PC', with_meal: 'C' } as const;
const moments = once(() => {
  const named = { ...TIMES, ...MEALS };
  // A cast, because its keys are these names.
  const names = Object.keys(named) as (keyof typeof named)[];
  const patterns = readPatterns('language/dosage-cues', names, 'iu');
  return names.map((name) => ({
    code: named[name],
    cue: new RegExp(foldDiacritics(patterns[name].source), 'u'),
  }));
});

function repeatOf(frequency: string, duration: string): Fhir.TimingRepeat | null {
  const { per_day, every_days } = readDosage(frequency);
  const hours = readHours(frequency);
  const said = moments().filter(({ cue }) => cue.test(plain(frequency)));
  const isAtBed = said.some(({ code }) => code === 'HS');
  const when = said.map(({ code }) => code).filter((code) => !(isAtBed && code === 'NIGHT'));
  const [, count = '', word = '', parts, of] = cues().long.exec(plain(duration)) ?? [];
  const code = of === undefined ? unitNamed('period', word)?.ucum : { 7: 'd', 52: 'wk', 12: 'mo' }[of];
  const length = parts === undefined ? numberOf(count) : Number(parts);
  const bounds =
    code === undefined || length === null ? {} : { boundsDuration: quantityOf(length, code, code) };
  const often =
    every_days === Number.POSITIVE_INFINITY
      ? { count: 1 }
      : hours
        ? { frequency: 1, period: hours, periodUnit: 'h' as const }
        : (everyDays(every_days) ?? daily(per_day));
  const repeat = { ...often, ...bounds, ...(when.length === 0 ? {} : { when }) };
  return Object.keys(repeat).length === 0 ? null : repeat;
}

function daily(times: number | null): Fhir.TimingRepeat | null {
  return times === null || !Number.isInteger(times) ? null : { frequency: times, period: 1, periodUnit: 'd' };
}

/** "Every 2 weeks", "three times a week": the largest unit that comes out even. */
function everyDays(days: number | null): Fhir.TimingRepeat | null {
  if (days === null) return null;
  const larger = (
    [
      ['a', 365],
      ['mo', 30],
      ['wk', 7],
    ] as const
  ).find(([, length]) => days % length === 0);
  if (larger) return { frequency: 1, period: days / larger[1], periodUnit: larger[0] };
  if (Number.isInteger(days)) return { frequency: 1, period: days, periodUnit: 'd' };
  const times = (
    [
      ['wk', 7],
      ['mo', 30],
      ['a', 365],
    ] as const
  ).find(([, length]) => Number.isInteger(round(length / days)));
  return times ? { frequency: round(times[1] / days), period: 1, periodUnit: times[0] } : null;
}

const PERIODS: Readonly<Record<string, string>> = {
  h: 'hours',
  d: 'days',
  wk: 'weeks',
  mo: 'months',
  a: 'years',
};

function timingWords({ frequency, period, periodUnit, count }: Fhir.TimingRepeat = {}): string {
  if (frequency === undefined || period === undefined || periodUnit === undefined)
    return count === 1 ? 'once only' : '';
  if (frequency > 1 && period === 1)
    return `${frequency} times a ${PERIODS[periodUnit]?.slice(0, -1) ?? periodUnit}`;
  return frequency === 1 ? `every ${period} ${PERIODS[periodUnit] ?? periodUnit}` : '';
}

const routes = once(() => readCuePatterns('language/routes', ['route', 'snomed']));

function routeConcept(route: string): Fhir.CodeableConcept {
  const known = routes().find(({ keys, cue }) => keys[0] === plain(route) || cue.test(plain(route)));
  const [display = '', code = ''] = known?.keys ?? [];
  return { ...(code === '' ? {} : { coding: [{ system: SNOMED, code, display }] }), text: route };
}

function numberOf(text: string): number | null {
  return text === 'a'
    ? 1
    : text.startsWith('half') || text === 'nua' || text === '½'
      ? 0.5
      : readNumber(text);
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function plain(text: string): string {
  return foldDiacritics(text.normalize('NFC')).toLowerCase();
}

function tidy(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[,.;])/gu, '')
    .replace(/^[\s,;.]+|[\s,;]+$/gu, '');
}
