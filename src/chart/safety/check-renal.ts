import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { say, sourceOf } from './say.ts';

/** The drug at the patient's kidney function; without one, that it could not be checked. */
export function checkRenal({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  const rows = tables.renal.filter((row) => book.covers(row.drug, drug));
  if (rows.length === 0) return [];
  const { egfr } = facts;
  if (egfr === null) {
    const message = {
      en: `${drug.name} depends on kidney function, and no usable eGFR or creatinine is recorded.`,
      vi: `${drug.name} phụ thuộc chức năng thận, nhưng hồ sơ chưa có eGFR hay creatinin dùng được.`,
    };
    return [{ check: 'renal', severity: 'unknown', message: say(language, message), evidence: [] }];
  }
  // The lowest threshold that the patient is below says the most.
  const row = rows
    .filter(({ below_egfr }) => egfr.value < below_egfr)
    .sort((a, b) => a.below_egfr - b.below_egfr)[0];
  if (!row) return [];
  const day = egfr.date.slice(0, 10);
  const message = {
    en: `eGFR ${egfr.value} mL/min/1.73 m² (${day}${egfr.computed ? ', computed from creatinine' : ''}), below ${row.below_egfr}: ${row.advice.en}`,
    vi: `eGFR ${egfr.value} mL/phút/1,73 m² (${day}${egfr.computed ? ', tính từ creatinin' : ''}), dưới ${row.below_egfr}: ${row.advice.vi}`,
  };
  return [
    {
      check: 'renal',
      severity: row.severity,
      message: say(language, message),
      evidence: [{ title: `eGFR ${egfr.value}`, reference: egfr.reference }, ...sourceOf(tables, row.source)],
    },
  ];
}
