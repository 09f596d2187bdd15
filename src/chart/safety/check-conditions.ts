import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import type { CheckInput } from './check-prescription.ts';
import { hasPhrase } from './drug-book.ts';
import type { ConditionEntry } from './facts/patient-facts.ts';
import { aboutOf, entryOf, finding, isForRoute, say, sourceOf } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

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
    (row) => book.covers(aboutOf(row), drug) && isForRoute(row, dosage.route),
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

/** Somebody else's, or not there: unmarked. */
const NOT_THIS_ONE =
  /\b(?:family history|no history|no evidence of|ruled out|risk of|at risk|screening for|tien su gia dinh|khong co|loai tru|nguy co|tam soat)\b/u;

/** Whether an entry of the chart is this condition, by its codes or by its words. */
function matchesCondition(
  { words, not_words = [], icd10, snomed = [] }: SafetyTables['conditions'][number],
  { text, codes }: ConditionEntry,
): boolean {
  if (NOT_THIS_ONE.test(foldDiacritics(text.toLowerCase()))) return false;
  if (not_words.some((word) => hasPhrase(text, word))) return false;
  const isCoded = codes.some(
    (code) => snomed.includes(code) || icd10.some((start) => code.toUpperCase().startsWith(start)),
  );
  return isCoded || words.some((word) => hasPhrase(text, word));
}

/** The drug at the patient's kidney function; without one, or with an old one, that it could not be checked. */
export function checkRenal(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, dosage } = input;
  const rows = tables.renal.filter((row) => book.covers(aboutOf(row), drug) && isForRoute(row, dosage.route));
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
  const measured = { title: `eGFR ${egfr.value}`, reference: egfr.reference };
  const aged = egfr.is_old ? [finding(input, ['renal', 'unknown'], tooOld(egfr.date), [measured])] : [];
  if (!row) return aged;
  const day = egfr.date.slice(0, 10);
  const message = {
    en: `eGFR ${egfr.value} mL/min/1.73 m² (${day}${egfr.computed ? ', computed from creatinine' : ''}), below ${row.below_egfr}: ${row.advice.en}`,
    vi: `eGFR ${egfr.value} mL/phút/1,73 m² (${day}${egfr.computed ? ', tính từ creatinin' : ''}), dưới ${row.below_egfr}: ${row.advice.vi}`,
  };
  const evidence = [measured, ...sourceOf(tables, row.source)];
  return [finding(input, ['renal', row.severity], message, evidence), ...aged];
}

function tooOld(date: string): Bilingual {
  const day = date.slice(0, 10);
  return {
    en: `The newest eGFR is ${day === '' ? 'without a date' : `of ${day}`}: more than a year old, or not known how old. Measure it again before relying on it.`,
    vi: `eGFR mới nhất ${day === '' ? 'không có ngày' : `là của ngày ${day}`}: đã quá một năm hoặc không rõ thời điểm. Hãy đo lại trước khi dựa vào.`,
  };
}

/** A recorded creatinine that no eGFR can be had from is not "nothing recorded". */
function unknown(input: CheckInput): SafetyFinding {
  const { name } = input.drug;
  const { creatinine, pregnancy } = input.facts;
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
  const message = {
    en: `${name} depends on kidney function, and ${why.en}.`,
    vi: `${name} phụ thuộc chức năng thận, nhưng ${why.vi}.`,
  };
  return finding(input, ['renal', 'unknown'], message, creatinine === null ? [] : [entryOf(creatinine)]);
}

/** The drug at the patient's age: too young for it, or better off without it when old. */
export function checkAge(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  const { age_years } = facts;
  const rows = tables.age.filter((row) => book.covers(aboutOf(row), drug));
  if (rows.length === 0) return [];
  if (age_years === null) {
    const message = {
      en: 'The patient’s date of birth is not recorded; this drug has limits of age.',
      vi: 'Hồ sơ chưa có ngày sinh; thuốc này có giới hạn về tuổi.',
    };
    return [finding(input, ['age', 'unknown'], message)];
  }
  return rows
    .filter(
      ({ min_age_years, max_age_years }) =>
        (min_age_years !== undefined && age_years < min_age_years) ||
        (max_age_years !== undefined && age_years >= max_age_years),
    )
    .map((row) => {
      const message = { en: `Age ${age_years}: ${row.advice.en}`, vi: `${age_years} tuổi: ${row.advice.vi}` };
      return finding(input, ['age', row.severity], message, sourceOf(tables, row.source));
    });
}
