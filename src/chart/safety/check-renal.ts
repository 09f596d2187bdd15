import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import { aboutOf } from './about-of.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, say, sourceOf } from './say.ts';

/** The drug at the patient's kidney function; without one, or with an old one, that it could not be checked. */
export function checkRenal(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, language, dosage } = input;
  const rows = tables.renal.filter(
    (row) =>
      book.covers(aboutOf(row), drug) &&
      (row.routes === undefined || dosage.route === null || row.routes.includes(dosage.route)),
  );
  if (rows.length === 0) return [];
  const { egfr } = facts;
  if (egfr === null) return [unknown(input)];
  const taken = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const row = rows
    .filter(({ below_egfr, with_class }) => {
      const isWith = with_class?.some((key) => taken.some(({ classes }) => classes.includes(key))) ?? true;
      return egfr.value < below_egfr && isWith;
    })
    // The gravest, and of those the lowest threshold that the patient is below, says the most.
    .sort((a, b) => byGravity(a, b) || a.below_egfr - b.below_egfr)[0];
  const old = egfr.is_old ? [{ ...tooOld(egfr.date), evidence: [evidenceOf(egfr)] }] : [];
  const aged = old.map(({ evidence, ...message }) => ({
    check: 'renal' as const,
    severity: 'unknown' as const,
    message: say(language, message),
    evidence,
  }));
  if (!row) return aged;
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
      evidence: [evidenceOf(egfr), ...sourceOf(tables, row.source)],
    },
    ...aged,
  ];
}

function evidenceOf({ value, reference }: { value: number; reference: string }) {
  return { title: `eGFR ${value}`, reference };
}

function tooOld(date: string): Bilingual {
  const day = date.slice(0, 10);
  return {
    en: `The newest eGFR is ${day === '' ? 'without a date' : `of ${day}`}: more than a year old, or not known how old. Measure it again before relying on it.`,
    vi: `eGFR mới nhất ${day === '' ? 'không có ngày' : `là của ngày ${day}`}: đã quá một năm hoặc không rõ thời điểm. Hãy đo lại trước khi dựa vào.`,
  };
}

/** A recorded creatinine that no eGFR can be had from is not "nothing recorded". */
function unknown({ drug, facts, language }: CheckInput): SafetyFinding {
  const { creatinine, pregnancy } = facts;
  const why: Bilingual =
    creatinine === null
      ? { en: 'no eGFR or creatinine is recorded', vi: 'hồ sơ chưa có eGFR hay creatinin' }
      : pregnancy !== null
        ? {
            en: `the recorded creatinine, ${creatinine.text}, gives no eGFR in pregnancy: judge it by the ranges of pregnancy`,
            vi: `creatinin đã ghi, ${creatinine.text}, không tính được eGFR khi mang thai: hãy đánh giá theo ngưỡng của thai kỳ`,
          }
        : {
            en: `no eGFR can be computed from the recorded creatinine, ${creatinine.text}`,
            vi: `không tính được eGFR từ creatinin đã ghi, ${creatinine.text}`,
          };
  return {
    check: 'renal',
    severity: 'unknown',
    message: say(language, {
      en: `${drug.name} depends on kidney function, and ${why.en}.`,
      vi: `${drug.name} phụ thuộc chức năng thận, nhưng ${why.vi}.`,
    }),
    evidence: creatinine === null ? [] : [entryOf(creatinine)],
  };
}
