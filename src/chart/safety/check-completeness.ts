import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { ChartResourceType } from '../chart.port.ts';
import type { PatientFacts } from './patient-facts.ts';
import { say } from './say.ts';

/** What the checks rest on, by what holds it. */
const NEEDED: readonly (readonly [ChartResourceType, Bilingual])[] = [
  ['AllergyIntolerance', { en: 'allergies', vi: 'dị ứng' }],
  ['MedicationRequest', { en: 'medication', vi: 'thuốc' }],
  ['MedicationStatement', { en: 'stated medication', vi: 'thuốc được khai đang dùng' }],
  ['Condition', { en: 'conditions', vi: 'chẩn đoán' }],
  ['Observation', { en: 'observations', vi: 'kết quả đo và xét nghiệm' }],
];

/** What the chart holds more of than was read: there may be a reason against the prescription in it. */
export function checkCompleteness({ incomplete }: PatientFacts, language: Language): SafetyFinding[] {
  return NEEDED.filter(([type]) => incomplete.includes(type)).map(([, name]) => ({
    check: 'missing-data',
    severity: 'major',
    message: say(language, {
      en: `The chart holds more ${name.en} than was read: what was not read was not checked.`,
      vi: `Hồ sơ có nhiều ${name.vi} hơn phần đã đọc: phần chưa đọc chưa được kiểm tra.`,
    }),
    evidence: [],
  }));
}
