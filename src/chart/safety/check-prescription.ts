import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import type { ChartResourceType } from '../chart.port.ts';
import { checkAllergies } from './check-allergies.ts';
import { checkAge, checkConditions, checkRenal } from './check-conditions.ts';
import { checkAdministration, checkDose } from './check-dose.ts';
import { checkDuplicates, checkInteractions } from './check-interactions.ts';
import { checkPregnancy } from './check-pregnancy.ts';
import { type DrugBook, hasPhrase, type KnownDrug } from './drug-book.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { entryOf, finding } from './make-finding.ts';
import type { Dosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

/** What every check is given. */
export interface CheckInput {
  drug: KnownDrug;
  /** As it is to be prescribed. */
  asked: string;
  dosage: Dosage;
  facts: PatientFacts;
  tables: SafetyTables;
  book: DrugBook;
  language: Language;
}

const CHECKS = [
  checkAllergies,
  checkInteractions,
  checkDuplicates,
  checkConditions,
  checkRenal,
  checkPregnancy,
  checkAge,
  checkAdministration,
  checkDose,
];

/** All that the tables and the chart say against a prescription, and what could not be checked; the worst first. */
export function checkPrescription(
  input: Omit<CheckInput, 'drug' | 'asked'> & { medication: string },
): SafetyFinding[] {
  const { medication, ...rest } = input;
  const { drugs, unknown } = input.book.resolve(medication);
  const checked = drugs.map((drug) => ({
    drug: drug.name,
    findings: CHECKS.flatMap((check) => check({ ...rest, drug, asked: medication })),
  }));
  const findings = mergeFindings({
    checked,
    others: [
      ...checkUnknown({ ...rest, medication, isAnyKnown: drugs.length > 0, unknown }),
      ...checkCompleteness(input.facts, input.language),
    ],
    language: input.language,
  });
  return [...findings, notChecked(input.language)];
}

interface UnknownInput {
  medication: string;
  isAnyKnown: boolean;
  unknown: readonly string[];
  facts: PatientFacts;
  language: Language;
}

/** What the tables do not know of a prescription, and where the chart speaks of it by the same name. */
function checkUnknown({ medication, isAnyKnown, unknown, facts, language }: UnknownInput): SafetyFinding[] {
  if (isAnyKnown && unknown.length === 0) return [];
  const names = unknown.length === 0 ? [medication] : unknown;
  const isNamed = ({ text }: { text: string }) => names.some((name) => hasPhrase(text, name));
  const allergies = facts.allergies.filter(isNamed).map((allergy) => {
    const recorded = {
      en: `The chart records an allergy to ${allergy.text}.`,
      vi: `Hồ sơ ghi dị ứng với ${allergy.text}.`,
    };
    return finding({ language }, ['allergy', 'contraindicated'], recorded, [entryOf(allergy)]);
  });
  const duplicates = facts.medication.filter(isNamed).map((taken) => {
    const active = { en: `${taken.text} is already active.`, vi: `${taken.text} đang được dùng.` };
    return finding({ language }, ['duplicate', 'major'], active, [entryOf(taken)]);
  });
  const message = isAnyKnown
    ? {
        en: `Galen's tables do not know "${names.join(', ')}" in "${medication}": that part was not checked.`,
        vi: `Bảng dữ liệu của Galen không có "${names.join(', ')}" trong "${medication}": phần đó chưa được kiểm tra.`,
      }
    : {
        en: `Galen's tables do not know "${medication}": none of the checks could be made.`,
        vi: `Bảng dữ liệu của Galen không có "${medication}": chưa kiểm tra được gì.`,
      };
  return [
    // Unchecked is not safe: it takes a reason to go on.
    finding({ language }, ['missing-data', 'major'], message),
    ...allergies,
    ...duplicates,
  ];
}

/** What the checks rest on, by what holds it. */
const NEEDED: readonly (readonly [ChartResourceType, Bilingual])[] = [
  ['AllergyIntolerance', { en: 'allergies', vi: 'dị ứng' }],
  ['MedicationRequest', { en: 'medication', vi: 'thuốc' }],
  ['MedicationStatement', { en: 'stated medication', vi: 'thuốc được khai đang dùng' }],
  ['Condition', { en: 'conditions', vi: 'chẩn đoán' }],
  ['Observation', { en: 'observations', vi: 'kết quả đo và xét nghiệm' }],
];

/** What the chart holds, or may hold, more of than was read: there may be a reason against the prescription in it. */
function checkCompleteness({ incomplete }: PatientFacts, language: Language): SafetyFinding[] {
  return NEEDED.filter(([type]) => incomplete.includes(type)).map(([, name]) =>
    finding({ language }, ['missing-data', 'major'], {
      en: `The chart may hold more ${name.en} than was read: what was not read was not checked.`,
      vi: `Hồ sơ có thể có nhiều ${name.vi} hơn phần đã đọc: phần chưa đọc chưa được kiểm tra.`,
    }),
  );
}

interface Checked {
  drug: string;
  findings: SafetyFinding[];
}

/** The findings of all substances of a prescription, the worst first; of several about one entry of the chart, the worst. */
function mergeFindings({
  checked,
  others,
  language,
}: {
  checked: readonly Checked[];
  others: readonly SafetyFinding[];
  language: Language;
}): SafetyFinding[] {
  const findings = checked.length < 2 ? checked.flatMap((one) => one.findings) : merged(checked, language);
  return [...others, ...findings].sort(byGravity);
}

function merged(checked: readonly Checked[], language: Language): SafetyFinding[] {
  const isTooMuchOfEach = checked.every(({ findings }) =>
    findings.some(({ check, severity }) => check === 'dose' && severity === 'major'),
  );
  const worst = new Map<string, SafetyFinding>();
  const all = checked.flatMap(({ drug, findings }) =>
    findings
      .filter(({ check }) => check !== 'dose' || isTooMuchOfEach)
      .map((finding) => ({ finding, drug, key: keyOf(finding) })),
  );
  for (const { finding, drug, key } of all.sort((a, b) => byGravity(a.finding, b.finding))) {
    if (worst.has(key)) continue;
    const isShared = all.every((one) => one.key !== key || one.finding.message === finding.message);
    worst.set(key, isShared ? finding : { ...finding, message: `${drug}: ${finding.message}` });
  }
  return isTooMuchOfEach ? [...worst.values()] : [...worst.values(), ownDoseUnknown(language)];
}

function keyOf({ check, evidence, message }: SafetyFinding): string {
  return JSON.stringify([check, evidence[0]?.reference ?? message]);
}

/** One amount for several substances does not say how much of each there is. */
function ownDoseUnknown(language: Language): SafetyFinding {
  const message = {
    en: 'How much of each substance the dose holds is not known: the dose was not checked.',
    vi: 'Chưa rõ hàm lượng từng hoạt chất trong liều: chưa kiểm tra liều.',
  };
  return finding({ language }, ['dose', 'unknown'], message);
}

/** Ends every list of findings of a prescription: what no check looks at, so that a short list is not taken for a yes. */
function notChecked(language: Language): SafetyFinding {
  const message = {
    en: 'Not checked at all: whether the drug is right for what it is for, diseases and pairs of drugs that the tables do not hold, liver function and other laboratory values (but eGFR, potassium and sodium), levels, ECG, over-the-counter and herbal medicines, and what notes say.',
    vi: 'Hoàn toàn chưa kiểm tra: chỉ định có phù hợp không, các bệnh và cặp thuốc không có trong bảng dữ liệu, chức năng gan và các xét nghiệm khác (ngoài eGFR, kali, natri), nồng độ thuốc, điện tâm đồ, thuốc không kê đơn và dược liệu, và nội dung ghi chú.',
  };
  return finding({ language }, ['missing-data', 'info'], message);
}
