import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { GivenDose } from './check-dose.ts';
import type { CheckInput } from './check-prescription.ts';
import * as texts from './dose-texts.ts';
import { raisedIfHighAlert } from './high-alert.ts';
import { say, sourceOf } from './say.ts';

/** A child's dose by weight; what is missing for that is said. */
export function checkChildDose(input: CheckInput, { row, daily }: GivenDose): SafetyFinding[] {
  const { weight_kg, weight_is_old } = input.facts;
  if (!row.child) return [unknown(input, texts.NO_CHILD_RANGE)];
  if (weight_kg === null) return [unknown(input, texts.NO_WEIGHT)];
  if (daily === null) return [unknown(input, texts.UNREADABLE)];
  const found = outside(row.child, daily / weight_kg, daily);
  return [...found, ...(weight_is_old ? [unknown(input, texts.OLD_WEIGHT)] : [])];

  function outside(child: NonNullable<typeof row.child>, exact: number, day: number): SafetyFinding[] {
    const perKg = Math.round(exact * 10) / 10;
    const { per_kg_day_min: least, per_kg_day_max: most, max_daily } = child;
    if (max_daily !== undefined && day > max_daily) {
      const limit = { kind: 'daily', most: max_daily, severity: 'major' } as const;
      return [finding('major', texts.above(day, limit, row.unit))];
    }
    if (most !== undefined && perKg > most) {
      return [finding('major', texts.aboveByKg(perKg, most, row.unit))];
    }
    return least !== undefined && perKg < least
      ? [finding('moderate', texts.below(perKg, least, row.unit, '/kg'))]
      : [];
  }

  function finding(severity: 'major' | 'moderate', message: Bilingual): SafetyFinding {
    const note = row.note === undefined ? '' : ` ${say(input.language, row.note)}`;
    const evidence = sourceOf(input.tables, row.child_source ?? row.source);
    return { check: 'dose', severity, message: `${say(input.language, message)}${note}`, evidence };
  }
}

function unknown(input: CheckInput, message: Bilingual): SafetyFinding {
  const finding = {
    check: 'dose',
    severity: 'unknown',
    message: say(input.language, message),
    evidence: [],
  } as const;
  return raisedIfHighAlert(input, { ...finding, evidence: [] });
}
