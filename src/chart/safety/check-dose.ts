import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import { checkChildDose } from './check-child-dose.ts';
import type { CheckInput } from './check-prescription.ts';
import { doseLimits } from './dose-limits.ts';
import * as texts from './dose-texts.ts';
import { raisedIfHighAlert } from './high-alert.ts';
import type { Amount } from './read-amount.ts';
import type { SafetyTables } from './safety-tables.ts';
import { say, sourceOf } from './say.ts';

type DoseRow = SafetyTables['doses'][number];

/** A dose as the limits of a row measure it. */
export interface GivenDose {
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
    const message = texts.above(amountOf[kind], broken, row.unit);
    return [outside(input, row, { severity: broken.severity, message, source: broken.source })];
  });
  const { min_daily } = row.adult;
  const isLow = min_daily !== undefined && daily !== null && !isHourly && daily < min_daily;
  const low = texts.below(daily ?? 0, min_daily ?? 0, row.unit);
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
  const single = texts.rounded(amount.value * (amount.per === 'kg' ? (facts.weight_kg ?? 0) : 1));
  // A patch is named by what it gives in an hour.
  const isHourly = amount.per === 'hour' || row.route === 'transdermal';
  const times = per_day ?? (every_days === null ? null : Math.min(1, 1 / every_days));
  // A dose every other day, or once, is still that much on its day.
  const daily = isHourly ? single * 24 : times === null ? null : single * Math.max(1, times);
  return { row, single, daily: daily === null ? null : texts.rounded(daily), isHourly };
}

/** A drug of which one dose lasts a week or longer, given more often. */
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
  return {
    check: 'dose',
    severity: found.severity,
    message: `${say(language, found.message)}${noteOf(row, language)}`,
    evidence: sourceOf(tables, found.source ?? row.source),
  };
}

function unchecked(input: CheckInput, message: Bilingual, row?: DoseRow): SafetyFinding {
  const text = `${say(input.language, message)}${row === undefined ? '' : noteOf(row, input.language)}`;
  return raisedIfHighAlert(input, { check: 'dose', severity: 'unknown', message: text, evidence: [] });
}

function noteOf({ note }: DoseRow, language: CheckInput['language']): string {
  return note === undefined ? '' : ` ${say(language, note)}`;
}
