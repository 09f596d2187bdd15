import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { readTrimester } from './read-pregnancy.ts';
import type { SafetyTables } from './safety-tables.ts';
import { entryOf, say, sourceOf } from './say.ts';

type Row = SafetyTables['pregnancy'][number];

const FERTILE_FROM = 12;
const FERTILE_TO = 50;
const ORDER = ['contraindicated', 'major', 'moderate'];

/** The drug in pregnancy and while nursing; where it matters and the chart does not say, that it does not. */
export function checkPregnancy({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  const rows = tables.pregnancy.filter((row) => book.covers('drug' in row ? row.drug : row.class, drug));
  const found = (['pregnancy', 'lactation'] as const).flatMap((state): SafetyFinding[] => {
    const recorded = facts[state];
    if (recorded === null) return [];
    const trimester = state === 'pregnancy' ? trimesterOf(facts) : null;
    const row = gravest(
      rows.filter((one) => one.state === state && (trimester === null || isIn(one, trimester))),
    );
    if (!row) return [];
    const when = trimester === null ? inTrimesters(row) : { en: '', vi: '' };
    return [
      {
        check: state,
        severity: row.severity,
        message: `${recorded.text}: ${say(language, when)}${say(language, row.advice)}`,
        evidence: [entryOf(recorded), ...sourceOf(tables, row.source)],
      },
    ];
  });
  if (found.length > 0 || facts.pregnancy !== null) return found;
  const severe = gravest(
    rows.filter(({ state, severity }) => state === 'pregnancy' && severity !== 'moderate'),
  );
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

function trimesterOf({ pregnancy }: CheckInput['facts']): number | null {
  if (pregnancy === null) return null;
  return pregnancy.trimester === undefined ? readTrimester(pregnancy.text) : pregnancy.trimester;
}

function isIn({ trimesters }: Row, trimester: number): boolean {
  return trimesters === undefined || trimesters.includes(trimester);
}

function gravest(rows: readonly Row[]): Row | undefined {
  return [...rows].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))[0];
}

/** The chart does not tell the trimester, so the message has to. */
function inTrimesters({ trimesters }: Row) {
  const list = trimesters?.join(', ');
  return list === undefined
    ? { en: '', vi: '' }
    : { en: `(trimester ${list}) `, vi: `(tam cá nguyệt ${list}) ` };
}

function mayBePregnant({ sex, age_years }: CheckInput['facts']): boolean {
  return sex !== 'male' && (age_years === null || (age_years >= FERTILE_FROM && age_years <= FERTILE_TO));
}
