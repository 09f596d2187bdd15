import type { SafetyFinding } from '../../domain/approval.ts';
import { byGravity } from '../../domain/severity.ts';
import { aboutOf } from './about-of.ts';
import type { CheckInput } from './check-prescription.ts';
import type { ConditionEntry } from './condition-entries.ts';
import { matchesCondition } from './match-condition.ts';
import { entryOf, say, sourceOf } from './say.ts';

/** The drug with each problem of the chart, the gravest of what the tables say of it. */
export function checkConditions({
  drug,
  dosage,
  facts,
  tables,
  book,
  language,
}: CheckInput): SafetyFinding[] {
  const rows = tables.diseases.filter(
    (row) =>
      book.covers(aboutOf(row), drug) &&
      (row.routes === undefined || dosage.route === null || row.routes.includes(dosage.route)),
  );
  return facts.conditions.flatMap((entry): SafetyFinding[] => {
    const worst = rows.filter((row) => isOf(row, entry)).sort(byGravity)[0];
    if (worst === undefined) return [];
    const when = entry.is_past ? { en: ' (in the past)', vi: ' (trước đây)' } : { en: '', vi: '' };
    return [
      {
        check: 'condition',
        severity: worst.severity,
        message: `${entry.text}${say(language, when)}: ${say(language, worst.advice)}`,
        evidence: [entryOf(entry), ...sourceOf(tables, worst.source)],
      },
    ];
  });

  function isOf({ condition, also_past }: (typeof rows)[number], entry: ConditionEntry): boolean {
    if (entry.is_past && !also_past) return false;
    return tables.conditions.some((known) => known.condition === condition && matchesCondition(known, entry));
  }
}
