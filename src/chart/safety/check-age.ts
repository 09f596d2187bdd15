import type { SafetyFinding } from '../../domain/approval.ts';
import { aboutOf } from './about-of.ts';
import type { CheckInput } from './check-prescription.ts';
import { say, sourceOf } from './say.ts';

/** The drug at the patient's age: too young for it, or better off without it when old. */
export function checkAge({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  const { age_years } = facts;
  const rows = tables.age.filter((row) => book.covers(aboutOf(row), drug));
  if (rows.length === 0) return [];
  if (age_years === null) {
    const message = {
      en: 'The patient’s date of birth is not recorded; this drug has limits of age.',
      vi: 'Hồ sơ chưa có ngày sinh; thuốc này có giới hạn về tuổi.',
    };
    return [{ check: 'age', severity: 'unknown', message: say(language, message), evidence: [] }];
  }
  return rows
    .filter(
      ({ min_age_years, max_age_years }) =>
        (min_age_years !== undefined && age_years < min_age_years) ||
        (max_age_years !== undefined && age_years >= max_age_years),
    )
    .map((row) => ({
      check: 'age' as const,
      severity: row.severity,
      message: say(language, {
        en: `Age ${age_years}: ${row.advice.en}`,
        vi: `${age_years} tuổi: ${row.advice.vi}`,
      }),
      evidence: sourceOf(tables, row.source),
    }));
}
