import * as texts from '../../../texts/doses.ts';
import { ASIAN_ANCESTRY, fromAge, perKilogram, underWeight } from '../../../texts/safety.ts';
import { byGravity, type SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { drugSpansIn } from '../../language/drugs/drug-spans.ts';
import { once } from '../../language/read-lexicon.ts';
import type { CheckInput } from './check-prescription.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { aboutOf, finding, raisedIfHighAlert, sourceOf } from './make-finding.ts';
import { type Amount, readDosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

type DoseRow = SafetyTables['doses'][number];

interface GivenDose {
  row: DoseRow;
  /** Of one dose, or of an hour. */
  single: number;
  /** Null where it is not said how often. */
  daily: number | null;
  isHourly: boolean;
}

const ADULT_FROM = 18;
const DAYS_OF = {
  'three-daily': 3,
  weekly: 7,
  fortnightly: 14,
  monthly: 28,
  'six-monthly': 180,
  yearly: 360,
};
/** A day early now and then is no other regimen. */
const NEARLY = 0.85;

/** The dose against the usual range, by weight for a child; what is missing for that is said. */
export function checkDose(input: CheckInput): SafetyFinding[] {
  const { drug, dosage, facts, tables, book } = input;
  const rows = tables.doses.filter(({ drug: name }) => book.covers(name, drug));
  const row = rowFor(rows, dosage.route, dosage.amount);
  if (!row) return [unchecked(input, texts.NO_RANGE)];
  const isGuessed = dosage.route === null && new Set(rows.map(({ route }) => route)).size > 1;
  const guessed = isGuessed ? [unchecked(input, texts.routeGuessed(row.route))] : [];
  const given = givenDose(input, row);
  if ('missing' in given) return [...tooOften(input, row), unchecked(input, given.missing, row)];
  const often = tooOften(input, row, given);
  if (often.length > 0) return [...guessed, ...often];
  if (facts.age_years === null) return [...guessed, unchecked(input, texts.NO_AGE, row)];
  const found = facts.age_years < ADULT_FROM ? checkChildDose(input, given) : adultDose(input, given);
  return [...guessed, ...found];
}

function adultDose(input: CheckInput, given: GivenDose): SafetyFinding[] {
  const { row, single, daily, isHourly } = given;
  const limits = doseLimits(row, input.facts, given);
  if (isHourly && !limits.some(({ kind, needsWeight }) => kind !== 'single' || needsWeight))
    return [unchecked(input, texts.NO_RANGE, row)];
  const needsDaily = limits.some(({ kind }) => kind === 'daily') || row.adult.min_daily !== undefined;
  const amountOf = { single, hourly: single, daily: daily ?? 0 };
  const exceeded = (['single', 'hourly', 'daily'] as const).flatMap((kind) => {
    const broken = limits
      .filter((limit) => limit.kind === kind && (kind === 'hourly') === (isHourly && kind !== 'daily'))
      .filter(({ most }) => amountOf[kind] > most)
      .sort((a, b) => byGravity(a, b) || a.most - b.most)[0];
    if (broken === undefined) return [];
    const message = texts.above(rounded(amountOf[kind]), { ...broken, most: rounded(broken.most) }, row.unit);
    return [outside(input, row, { severity: broken.severity, message, source: broken.source })];
  });
  const { min_daily } = row.adult;
  const isLow = min_daily !== undefined && daily !== null && !isHourly && daily < min_daily;
  const low = texts.below(rounded(daily ?? 0), rounded(min_daily ?? 0), row.unit);
  return [
    ...exceeded,
    ...(isLow ? [outside(input, row, { severity: 'moderate', message: low })] : []),
    ...(needsDaily && daily === null ? [unchecked(input, texts.UNREADABLE, row)] : []),
    ...(limits.some(({ needsWeight }) => needsWeight)
      ? [unchecked(input, texts.NO_WEIGHT_OF_ADULT, row)]
      : []),
  ];
}

/** The row of the route; without a route, of the mouth before others. Of two units the one that the dose is in. */
function rowFor(rows: readonly DoseRow[], route: CheckInput['dosage']['route'], amount: Amount | null) {
  const wanted = route ?? rows.find((row) => row.route === 'oral')?.route ?? rows[0]?.route;
  const there = rows.filter((row) => row.route === wanted);
  return there.find(({ unit }) => unit === amount?.unit) ?? there[0];
}

function givenDose({ dosage, facts }: CheckInput, row: DoseRow): GivenDose | { missing: Bilingual } {
  const { amount, per_day, every_days } = dosage;
  if (amount === null) return { missing: texts.UNREADABLE };
  if (amount.unit !== row.unit) return { missing: texts.otherUnit(amount.unit, row.unit) };
  if (amount.per === 'kg' && facts.weight_kg === null) return { missing: texts.NO_WEIGHT_FOR_KG };
  const single = rounded(amount.value * (amount.per === 'kg' ? (facts.weight_kg ?? 0) : 1));
  // A patch is named by what it gives in an hour.
  const isHourly = amount.per === 'hour' || row.route === 'transdermal';
  const times = per_day ?? (every_days === null ? null : Math.min(1, 1 / every_days));
  // A dose every other day, or once, is still that much on its day.
  const daily = isHourly ? single * 24 : times === null ? null : single * Math.max(1, times);
  return { row, single, daily: daily === null ? null : rounded(daily), isHourly };
}

function tooOften(input: CheckInput, row: DoseRow, given?: GivenDose): SafetyFinding[] {
  const { per_day, every_days } = input.dosage;
  if (row.interval === undefined) return [];
  const gap = per_day !== null ? 1 / per_day : every_days;
  if (gap === null) return given === undefined ? [] : [unchecked(input, texts.noInterval(row.interval), row)];
  const isDailyForm = given?.daily != null && row.daily_up_to !== undefined && given.daily <= row.daily_up_to;
  if (gap >= DAYS_OF[row.interval] * NEARLY || isDailyForm) return [];
  return [outside(input, row, { severity: 'contraindicated', message: texts.tooOften(row.interval) })];
}

function outside(
  { tables, language }: CheckInput,
  row: DoseRow,
  found: { severity: SafetyFinding['severity']; message: Bilingual; source?: string | undefined },
): SafetyFinding {
  const message = `${found.message[language]}${noteOf(row, language)}`;
  return finding(
    { language },
    ['dose', found.severity],
    message,
    sourceOf(tables, found.source ?? row.source),
  );
}

function unchecked(input: CheckInput, message: Bilingual, row?: DoseRow): SafetyFinding {
  const text = `${message[input.language]}${row === undefined ? '' : noteOf(row, input.language)}`;
  return raisedIfHighAlert(input, finding(input, ['dose', 'unknown'], text));
}

function noteOf({ note }: DoseRow, language: CheckInput['language']): string {
  return note === undefined ? '' : ` ${note[language]}`;
}

/** A child's dose by weight; what is missing for that is said. */
function checkChildDose(input: CheckInput, { row, daily }: GivenDose): SafetyFinding[] {
  const { weight_kg, weight_is_old } = input.facts;
  if (!row.child) return [unchecked(input, texts.NO_CHILD_RANGE)];
  if (weight_kg === null) return [unchecked(input, texts.NO_WEIGHT)];
  if (daily === null) return [unchecked(input, texts.UNREADABLE)];
  const aged = weight_is_old ? [unchecked(input, texts.OLD_WEIGHT)] : [];
  const told = (severity: 'major' | 'moderate', message: Bilingual) => [
    outside(input, row, { severity, message, source: row.child_source }),
    ...aged,
  ];
  const perKg = Math.round((daily / weight_kg) * 10) / 10;
  const { per_kg_day_min: least, per_kg_day_max: most, max_daily } = row.child;
  if (max_daily !== undefined && daily > max_daily) {
    const limit = { kind: 'daily', most: rounded(max_daily), severity: 'major' } as const;
    return told('major', texts.above(rounded(daily), limit, row.unit));
  }
  if (most !== undefined && perKg > most)
    return told('major', texts.aboveByKg(rounded(perKg), rounded(most), row.unit));
  return least !== undefined && perKg < least
    ? told('moderate', texts.below(rounded(perKg), rounded(least), row.unit, '/kg'))
    : aged;
}

export interface DoseLimit {
  kind: 'single' | 'daily' | 'hourly';
  most: number;
  severity: 'major' | 'moderate';
  /** Why it is not the limit of everybody. */
  because?: Bilingual;
  source?: string | undefined;
  /** It hangs on a weight that is not recorded, and the dose may be above it. */
  needsWeight?: true;
}

/** The dose of a text against the most that the tables give any adult by any such route; null where it is within that, or cannot be told. */
export function createDoseAbove({ doses }: SafetyTables) {
  const rowsOf = once(() => {
    const rows = new Map<string, DoseRow[]>();
    for (const row of doses)
      for (const name of [row.drug, ...(row.aliases ?? [])]) rows.set(name, [...(rows.get(name) ?? []), row]);
    return rows;
  });
  return (text: string): { drug: string; most: number; unit: string } | null =>
    byDrug(text)
      .map(above)
      .find((found) => found !== null) ?? null;

  function above(text: string) {
    const [drug, ...others] = drugNamesIn(text);
    // The upper end of a range is a dose as well.
    const { amount, route, per_day } = readDosage(text.replace(RANGE, '').replace(OF_ELSE, ofDrug));
    if (drug === undefined || others.length > 0 || amount === null || amount.per !== undefined) return null;
    const rows = (rowsOf().get(drug) ?? []).filter(
      (row) => row.unit === amount.unit && (route === null || row.route === route),
    );
    // How often is left unsaid of a loading dose, too.
    const isOnce = per_day === null;
    const limits = rows.map(({ adult: { max_daily, max_single } }) =>
      isOnce && max_daily !== undefined
        ? Math.max(max_daily, max_single ?? 0)
        : (max_daily ?? max_single ?? Number.POSITIVE_INFINITY),
    );
    const most = Math.max(...limits);
    return rows.length > 0 && amount.value * (per_day ?? 1) > most ? { drug, most, unit: amount.unit } : null;
  }
}

const RANGE = /(?<![\d.,])\d[\d.,]*\s?(?:-|–|to|đến)\s?(?=\d)/gu;
/** "15 g of sugar" is no dose of the drug that the sentence names. */
const OF_ELSE = /\d[\d.,]*\s?\p{L}{1,12}\s+of\s+(?<what>\p{L}+)/giu;
const ofDrug = (said: string, what: string) => (drugNamesIn(what).length > 0 ? said : '');
/** An amount that stands right before a name: "10 mg of …". */
const LEADING = /\d[\d.,]*\s?\p{L}{1,12}\s+(?:of\s+)?$/u;

/** A sentence in parts with one drug each, an amount right before a name going with it. */
function byDrug(text: string): string[] {
  const composed = text.normalize('NFC');
  const starts = drugSpansIn(composed).map(
    ({ start }) => LEADING.exec(composed.slice(0, start))?.index ?? start,
  );
  return starts.map((start, i) => composed.slice(i === 0 ? 0 : start, starts[i + 1]));
}

type Kind = DoseLimit['kind'];

const LIGHT_KG = 40;
const NEEDS_WEIGHT: DoseLimit = {
  kind: 'single',
  most: Number.POSITIVE_INFINITY,
  severity: 'major',
  needsWeight: true,
};

function doseLimits(
  { adult, light, asian, older = [] }: DoseRow,
  { age_years, weight_kg }: PatientFacts,
  { single, daily }: Pick<GivenDose, 'single' | 'daily'>,
): DoseLimit[] {
  const amountOf = (kind: Kind) => (kind === 'daily' ? (daily ?? 0) : single);
  const isOf = (age: number) => age_years !== null && age_years >= age;
  return [
    ...of('single', adult.max_single),
    ...of('daily', adult.max_daily),
    ...of('hourly', adult.max_hourly),
    ...byKg('single', adult.max_single_per_kg, weight_kg),
    ...byKg('daily', adult.max_daily_per_kg, weight_kg),
    ...(weight_kg === null
      ? []
      : byKg('daily', adult.usual_daily_per_kg, weight_kg, { severity: 'moderate' })),
    ...older
      .filter(({ from_years }) => isOf(from_years))
      .flatMap(({ from_years, max_single, max_daily, source }) => {
        const because = fromAge(from_years);
        return [
          ...of('single', max_single, { because, source }),
          ...of('daily', max_daily, { because, source }),
        ];
      }),
    ...of('daily', asian?.max_daily, { because: ASIAN_ANCESTRY, source: asian?.source }),
    ...of('daily', asian?.usual_daily, {
      because: ASIAN_ANCESTRY,
      source: asian?.source,
      severity: 'moderate',
    }),
    ...lightLimits(),
  ];

  function of(kind: Kind, most: number | undefined, more: Partial<DoseLimit> = {}): DoseLimit[] {
    return most === undefined ? [] : [{ kind, most, severity: 'major', ...more }];
  }

  function byKg(kind: Kind, perKg: number | undefined, kg: number | null, more?: Partial<DoseLimit>) {
    if (perKg === undefined) return [];
    if (kg !== null) return of(kind, perKg * kg, { because: perKilogram(perKg), ...more });
    // Without a weight: whether it is right for a light adult too.
    return amountOf(kind) > perKg * LIGHT_KG ? [NEEDS_WEIGHT] : [];
  }

  function lightLimits(): DoseLimit[] {
    if (light === undefined) return [];
    const { under_kg, max_single_per_kg, max_daily_per_kg, max_daily, source } = light;
    const because = underWeight(under_kg);
    const kg = weight_kg ?? under_kg;
    const limits = [
      ...byKg('single', max_single_per_kg, kg, { source, because }),
      ...byKg('daily', max_daily_per_kg, kg, { source, because }),
      ...of('daily', max_daily, { source, because }),
    ];
    if (weight_kg !== null) return weight_kg < under_kg ? limits : [];
    // Only where even the heaviest of the light would get too much.
    const isTooMuch = limits.some(({ kind, most }) => amountOf(kind) > most);
    return isTooMuch ? [NEEDS_WEIGHT] : [];
  }
}

/** The way a drug is to be given: one that it does not exist for, or one that harms. */
export function checkAdministration(input: CheckInput): SafetyFinding[] {
  const { drug, dosage, facts, tables, book, language } = input;
  const { route, is_bolus } = dosage;
  const taken = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const found = tables.administration
    .filter((row) => book.covers(aboutOf(row), drug))
    .filter(({ only_routes, routes, bolus, without_class }) => {
      if (route === null || (only_routes?.includes(route) ?? false)) return false;
      if (routes !== undefined && !routes.includes(route)) return false;
      if (bolus && !is_bolus) return false;
      return without_class === undefined || !taken.some(({ classes }) => classes.includes(without_class));
    })
    .sort(byGravity)[0];
  if (found === undefined || route === null) return [];
  const message = `${drug.name} ${texts.ROUTE_NAMES[route][language]}: ${found.advice[language]}`;
  return [finding(input, ['route', found.severity], message, sourceOf(tables, found.source))];
}

/** Without the crumbs of binary fractions, and no finer than a thousandth. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
