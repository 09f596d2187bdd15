import type { Language } from '../../domain/language.ts';
import { conditionsIn } from '../memory/conditions-in.ts';
import { foldForCues } from './fold-for-cues.ts';

const MAX_CONDITIONS = 2;

/** What a treatment is for, where a question names only the treatment; cues without marks and in lower case. */
const TREATS: readonly (readonly [RegExp, Readonly<Record<Language, string>>])[] = [
  [
    /\bantihypertensiv|\bthuoc (?:dieu tri )?(?:ha|giam|tang) (?:huyet )?ap\b/u,
    { en: 'antihypertensive drug hypertension', vi: 'thuốc hạ huyết áp tăng huyết áp' },
  ],
  [/\bblood pressure\b|\bha ap\b|\bhuyet ap\b/u, { en: 'hypertension', vi: 'tăng huyết áp' }],
  [/\bantidepress|\bchong tram cam\b/u, { en: 'depression', vi: 'trầm cảm' }],
  [/\banti-?(?:epilep|convuls)|\bchong dong kinh\b/u, { en: 'epilepsy', vi: 'động kinh' }],
  [/\bstatins?\b|\blipid|\bmo mau\b/u, { en: 'high cholesterol', vi: 'rối loạn lipid máu' }],
  [/\binhaler|\bbronchodilat|\bgian phe quan\b/u, { en: 'asthma', vi: 'hen phế quản' }],
  [
    /\binsulin\b|\bhypoglyc|\bglucose|\bantidiabet|\bduong huyet\b/u,
    { en: 'diabetes', vi: 'đái tháo đường' },
  ],
  [/\banticoag|\bchong dong\b/u, { en: 'anticoagulation', vi: 'chống đông' }],
  [/\bantibiotic|\bkhang sinh\b/u, { en: 'antibiotics', vi: 'kháng sinh' }],
];

/**
 * What a guideline would be looked up under: the conditions that a question names or whose treatment it names, else those
 * of the open chart. Empty where there are none.
 */
export function conditionTopic(question: string, conditions: readonly string[], language: Language): string {
  const folded = foldForCues(question);
  const treated = TREATS.filter(([cue]) => cue.test(folded)).map(([, condition]) => condition[language]);
  const named = [...new Set([...treated, ...conditionsIn(question, language)])];
  const isKnown = (name: string) => name === 'high blood pressure' && named.includes('hypertension');
  const asked = named.filter((name) => !isKnown(name));
  // Charts are kept in English where nobody says otherwise.
  const charted = asked.length > 0 ? [] : conditionsIn(conditions.join('. '), 'en');
  return [...asked, ...charted].slice(0, MAX_CONDITIONS + asked.length).join(' ');
}
