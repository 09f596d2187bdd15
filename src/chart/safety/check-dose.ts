import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import type { CheckInput } from './check-prescription.ts';
import { say, sourceOf } from './say.ts';

const ADULT_FROM = 18;

/** The dose against the usual range, by weight for a child; what is missing for that is said. */
export function checkDose(input: CheckInput): SafetyFinding[] {
  const { drug, dosage, facts, tables, book } = input;
  const rows = tables.doses.filter(({ drug: name }) => book.covers(name, drug));
  const row = rows.find(({ route }) => route === (dosage.route ?? 'oral'));
  if (!row) return [unknown(input, NO_RANGE)];
  if (dosage.single_mg === null || dosage.per_day === null) return [unknown(input, UNREADABLE)];
  const daily = dosage.single_mg * dosage.per_day;
  if (facts.age_years === null) return [unknown(input, NO_AGE)];
  if (facts.age_years < ADULT_FROM) {
    const found = childDose(input, row, daily);
    const isByOldWeight = row.child && facts.weight_kg !== null && facts.weight_is_old;
    return isByOldWeight ? [...found, unknown(input, OLD_WEIGHT)] : found;
  }
  const { max_single_mg, min_daily_mg, max_daily_mg } = row.adult;
  return [
    ...(max_single_mg !== undefined && dosage.single_mg > max_single_mg
      ? [outside(input, row.source, 'major', above(`${dosage.single_mg} mg`, `${max_single_mg} mg`, SINGLE))]
      : []),
    ...(max_daily_mg !== undefined && daily > max_daily_mg
      ? [outside(input, row.source, 'major', above(`${daily} mg`, `${max_daily_mg} mg`, DAILY))]
      : []),
    ...(min_daily_mg !== undefined && daily < min_daily_mg
      ? [outside(input, row.source, 'moderate', below(`${daily} mg`, `${min_daily_mg} mg`, DAILY))]
      : []),
  ];
}

function childDose(
  input: CheckInput,
  row: CheckInput['tables']['doses'][number],
  daily: number,
): SafetyFinding[] {
  const { child } = row;
  const source = row.child_source ?? row.source;
  if (!child) return [unknown(input, NO_CHILD_RANGE)];
  const { weight_kg } = input.facts;
  if (weight_kg === null) return [unknown(input, NO_WEIGHT)];
  const perKg = Math.round((daily / weight_kg) * 10) / 10;
  const { mg_per_kg_day_min: least, mg_per_kg_day_max: most, max_daily_mg } = child;
  if (max_daily_mg !== undefined && daily > max_daily_mg) {
    return [outside(input, source, 'major', above(`${daily} mg`, `${max_daily_mg} mg`, DAILY))];
  }
  if (most !== undefined && perKg > most) {
    return [outside(input, source, 'major', above(`${perKg} mg/kg`, `${most} mg/kg`, DAILY))];
  }
  return least !== undefined && perKg < least
    ? [outside(input, source, 'moderate', below(`${perKg} mg/kg`, `${least} mg/kg`, DAILY))]
    : [];
}

const SINGLE: Bilingual = { en: 'a dose', vi: 'mỗi lần' };
const DAILY: Bilingual = { en: 'a day', vi: 'mỗi ngày' };
const NO_RANGE: Bilingual = {
  en: 'The tables hold no usual dose of this drug by this route: the dose was not checked.',
  vi: 'Bảng dữ liệu không có liều thường dùng của thuốc theo đường này: chưa kiểm tra liều.',
};
const UNREADABLE: Bilingual = {
  en: 'The dose could not be read as an amount and a number of times a day: it was not checked.',
  vi: 'Không đọc được liều thành lượng và số lần mỗi ngày: chưa kiểm tra liều.',
};
const NO_CHILD_RANGE: Bilingual = {
  en: 'The tables hold no dose of this drug for children: the dose was not checked.',
  vi: 'Bảng dữ liệu không có liều trẻ em của thuốc này: chưa kiểm tra liều.',
};
const NO_AGE: Bilingual = {
  en: 'The patient’s age is not known, and children are dosed differently: the dose was not checked.',
  vi: 'Chưa biết tuổi người bệnh, mà liều trẻ em thì khác: chưa kiểm tra liều.',
};
const OLD_WEIGHT: Bilingual = {
  en: 'The child’s recorded weight is more than 6 months old: weigh the child again before dosing by it.',
  vi: 'Cân nặng của trẻ trong hồ sơ đã quá 6 tháng: hãy cân lại trước khi tính liều.',
};
const NO_WEIGHT: Bilingual = {
  en: 'The child’s weight is not recorded: the dose was not checked.',
  vi: 'Hồ sơ chưa có cân nặng của trẻ: chưa kiểm tra liều.',
};

function above(given: string, limit: string, per: Bilingual): Bilingual {
  return {
    en: `${given} ${per.en} is above the usual maximum of ${limit} ${per.en}.`,
    vi: `${given} ${per.vi} vượt mức tối đa thường dùng ${limit} ${per.vi}.`,
  };
}

function below(given: string, limit: string, per: Bilingual): Bilingual {
  return {
    en: `${given} ${per.en} is below the usual minimum of ${limit} ${per.en}.`,
    vi: `${given} ${per.vi} thấp hơn mức tối thiểu thường dùng ${limit} ${per.vi}.`,
  };
}

function outside(
  { tables, language }: CheckInput,
  source: string,
  severity: 'major' | 'moderate',
  message: Bilingual,
): SafetyFinding {
  return { check: 'dose', severity, message: say(language, message), evidence: sourceOf(tables, source) };
}

function unknown({ language }: CheckInput, message: Bilingual): SafetyFinding {
  return { check: 'dose', severity: 'unknown', message: say(language, message), evidence: [] };
}
