import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, say, sourceOf } from './say.ts';

const FERTILE_FROM = 12;
const FERTILE_TO = 50;

/** The drug in pregnancy and while nursing; where it matters and the chart does not say, that it does not. */
export function checkPregnancy({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  const rows = tables.pregnancy.filter((row) => book.covers('drug' in row ? row.drug : row.class, drug));
  const found = (['pregnancy', 'lactation'] as const).flatMap((state): SafetyFinding[] => {
    const recorded = facts[state];
    const row = rows.find((candidate) => candidate.state === state);
    if (recorded === null || !row) return [];
    return [
      {
        check: state,
        severity: row.severity,
        message: `${recorded.text}: ${say(language, row.advice)}`,
        evidence: [entryOf(recorded), ...sourceOf(tables, row.source)],
      },
    ];
  });
  if (found.length > 0 || facts.pregnancy !== null) return found;
  const severe = rows.find(({ state, severity }) => state === 'pregnancy' && severity !== 'moderate');
  if (!severe || !mayBePregnant(facts)) return found;
  const message = {
    en: `Whether the patient is pregnant is not recorded. ${severe.advice.en}`,
    vi: `Hồ sơ chưa ghi người bệnh có mang thai hay không. ${severe.advice.vi}`,
  };
  return [
    {
      check: 'pregnancy',
      severity: 'unknown',
      message: say(language, message),
      evidence: sourceOf(tables, severe.source),
    },
  ];
}

function mayBePregnant({ sex, age_years }: CheckInput['facts']): boolean {
  return sex !== 'male' && (age_years === null || (age_years >= FERTILE_FROM && age_years <= FERTILE_TO));
}
