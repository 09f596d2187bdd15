import { inTrimesters, inWeeks, pregnancyUnknown } from '../../../texts/safety.ts';
import { byGravity, type SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { CheckInput } from './check-prescription.ts';
import type { RecordedPregnancy } from './facts/pregnancy-facts.ts';
import { aboutOf, entryOf, finding, sourceOf } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

type Row = SafetyTables['pregnancy'][number];

const FERTILE_FROM = 12;
const FERTILE_TO = 50;

/** The drug in pregnancy and while nursing; where it matters and the chart does not say, that it does not. */
export function checkPregnancy({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  const rows = tables.pregnancy.filter((row) => book.covers(aboutOf(row), drug));
  const found = (['pregnancy', 'lactation'] as const).flatMap((state): SafetyFinding[] => {
    const recorded = facts[state];
    if (recorded === null) return [];
    const stage = 'trimester' in recorded ? recorded : { trimester: null };
    const row = gravest(rows.filter((one) => one.state === state && isIn(one, stage)));
    if (!row) return [];
    const message = `${recorded.text}${stageText(stage, row)[language]}: ${row.advice[language]}`;
    const evidence = [entryOf(recorded), ...sourceOf(tables, row.source)];
    return [finding({ language }, [state, row.severity], message, evidence)];
  });
  if (found.length > 0 || facts.pregnancy !== null) return found;
  const severe = gravest(
    rows.filter(({ state, severity }) => state === 'pregnancy' && severity !== 'moderate'),
  );
  if (!severe || !mayBePregnant(facts)) return found;
  const message = pregnancyUnknown(severe.advice);
  return [finding({ language }, ['pregnancy', 'unknown'], message, sourceOf(tables, severe.source))];
}

type Stage = Pick<RecordedPregnancy, 'trimester' | 'weeks'>;

/** A week that is not told may be any of its trimester. */
function isIn({ trimesters, from_weeks }: Row, { weeks, trimester }: Stage): boolean {
  if (from_weeks !== undefined && weeks !== undefined) return weeks >= from_weeks;
  return trimester === null || trimesters === undefined || trimesters.includes(trimester);
}

function gravest(rows: readonly Row[]): Row | undefined {
  return [...rows].sort(byGravity)[0];
}

/** The week where the chart tells it; where it tells nothing, the trimester that the row is about. */
function stageText({ weeks, trimester }: Stage, { trimesters }: Row): Bilingual {
  if (weeks !== undefined) return inWeeks(weeks);
  const list = trimester === null ? trimesters?.join(', ') : undefined;
  return list === undefined ? { en: '', vi: '' } : inTrimesters(list);
}

function mayBePregnant({ sex, age_years }: CheckInput['facts']): boolean {
  return sex !== 'male' && (age_years === null || (age_years >= FERTILE_FROM && age_years <= FERTILE_TO));
}
