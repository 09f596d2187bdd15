import type { EmergencyCategory } from './emergency-categories.ts';
import type { WordedSign } from './emergency-signs.en.ts';

/** What is read off numbers rather than words. */
export type MeasuredSign =
  | 'fever_measured'
  | 'glucose_high'
  | 'pressure_very_high'
  | 'pressure_high'
  | 'aged_over_60'
  | 'pulse_very_fast';
export type EmergencySign = WordedSign | MeasuredSign;

export interface Combination {
  category: EmergencyCategory;
  /** One sign of each list must be there. */
  all: readonly (readonly EmergencySign[])[];
  /** Modifiers such as "sudden" say nothing of a symptom in another sentence, nor a body part of what ails another. */
  within?: 'sentence' | 'clause';
}

const FEVER = ['fever', 'fever_measured'] as const;

/** Signs that only together are a red flag. */
export const COMBINATIONS: readonly Combination[] = [
  {
    category: 'overdose',
    all: [['gas_smell'], ['headache', 'faint', 'vomiting', 'nausea', 'drowsy', 'confused', 'breathless']],
  },
  { category: 'obstetric', all: [['pregnant', 'postpartum'], ['fits']] },
  { category: 'neurological', all: [['severe_headache'], ['stiff_neck']] },
  {
    category: 'paediatric',
    all: [
      ['infant', 'newborn'],
      ['limp', 'blue'],
    ],
  },
  { category: 'abdominal', all: [['right_side_pain'], [...FEVER, 'vomiting', 'cannot_walk']] },
  {
    category: 'sepsis',
    all: [FEVER, ['palpitations', 'breathless'], ['rash', 'purple_rash', 'faint', 'severe', 'cold_skin']],
  },
  {
    category: 'shock',
    all: [['pale'], ['sweating', 'cold_skin'], ['faint', 'breathless', 'sweating', 'cold_skin', 'confused']],
  },
  { category: 'cardiac', all: [['chest'], ['discomfort']], within: 'clause' },
  { category: 'stroke', all: [['face_or_limb'], ['deficit'], ['sudden']], within: 'sentence' },
  { category: 'stroke', all: [['speech'], ['unable']], within: 'clause' },
  { category: 'breathing', all: [['mouth_or_skin'], ['blue']], within: 'clause' },
  { category: 'breathing', all: [['breath'], ['breath_trouble']], within: 'clause' },
  { category: 'bleeding', all: [['blood'], ['amount']], within: 'clause' },
  { category: 'obstetric', all: [['pregnant'], ['contractions', 'fewer_movements']] },
  { category: 'obstetric', all: [['pregnant'], ['belly_pain'], ['jaw_or_arm_pain']] },
  { category: 'trauma', all: [['fall'], ['confused', 'drowsy']] },
  {
    category: 'neurological',
    all: [['sudden'], ['headache'], ['severe', 'vomiting', 'stiff_neck']],
    within: 'sentence',
  },
  { category: 'sepsis', all: [[...FEVER], ['rigors'], ['infection', 'severe']] },
  { category: 'abdominal', all: [['aneurysm'], ['belly_pain', 'back_pain', 'faint']] },
  { category: 'abdominal', all: [['no_bowel'], ['vomiting'], ['belly_pain', 'severe']] },
  {
    category: 'cardiac',
    all: [
      ['palpitations', 'pulse_very_fast'],
      ['faint', 'breathless', 'chest_symptom'],
    ],
  },
  { category: 'cardiac', all: [['jaw_or_arm_pain'], ['sweating', 'breathless', 'faint']] },
  { category: 'cardiac', all: [['chest_symptom'], ['sweating', 'jaw_or_arm_pain', 'faint', 'pale']] },
  {
    category: 'stroke',
    all: [['sudden'], ['vision_change'], ['cannot_walk', 'faint', 'headache']],
    within: 'sentence',
  },
  { category: 'stroke', all: [['vision_change'], ['cannot_walk']] },
  { category: 'stroke', all: [['sudden'], ['cannot_walk']], within: 'sentence' },
  { category: 'neurological', all: [['sudden'], ['severe_headache']], within: 'sentence' },
  {
    category: 'neurological',
    all: [[...FEVER, 'headache'], ['stiff_neck'], [...FEVER, 'light_hurts', 'vomiting', 'rash', 'headache']],
  },
  { category: 'neurological', all: [FEVER, ['stiff_neck']] },
  { category: 'neurological', all: [FEVER, ['purple_rash']] },
  {
    category: 'neurological',
    all: [FEVER, ['severe_headache'], ['light_hurts', 'vomiting', 'drowsy', 'confused']],
  },
  {
    category: 'neurological',
    all: [
      ['back_pain', 'leg_weak'],
      ['saddle_numb', 'cannot_pee'],
      ['saddle_numb', 'cannot_pee', 'leg_weak'],
    ],
  },
  { category: 'neurological', all: [['back_pain'], ['cannot_pee']] },
  { category: 'neurological', all: [['sudden'], ['confused']], within: 'sentence' },
  {
    category: 'neurological',
    all: [
      ['pressure_very_high'],
      ['severe_headache', 'vision_change', 'confused', 'chest_symptom', 'breathless', 'headache'],
    ],
  },
  {
    category: 'sepsis',
    all: [
      [...FEVER, 'infection'],
      ['confused', 'drowsy'],
      ['cold_skin', 'rigors', 'palpitations', 'breathless', 'no_urine', 'sweating'],
    ],
  },
  { category: 'sepsis', all: [[...FEVER, 'infection', 'rigors'], ['confused']] },
  { category: 'sepsis', all: [[...FEVER, 'rigors'], ['weak_immunity']] },
  {
    category: 'sepsis',
    all: [FEVER, ['shaky', 'rigors'], ['confused', 'faint', 'breathless', 'palpitations', 'drowsy']],
  },
  {
    category: 'bleeding',
    all: [
      ['any_bleeding'],
      ['faint', 'pale', 'palpitations'],
      ['anticoagulated', 'faint', 'pale', 'palpitations', 'severe'],
    ],
  },
  { category: 'sepsis', all: [FEVER, ['rigors'], ['faint', 'breathless', 'palpitations', 'cold_skin']] },
  {
    category: 'anaphylaxis',
    all: [
      ['hives', 'swollen_lips'],
      ['breathless', 'faint', 'vomiting'],
      ['hives', 'swollen_lips', 'allergen'],
    ],
  },
  { category: 'anaphylaxis', all: [['hives'], ['swollen_lips', 'breathless']] },
  { category: 'anaphylaxis', all: [['allergen'], ['swollen_lips']] },
  {
    category: 'anaphylaxis',
    all: [['allergen'], ['swollen_lips', 'breathless'], ['breathless', 'faint', 'hives']],
  },
  { category: 'obstetric', all: [['pregnant'], ['any_bleeding']] },
  {
    category: 'obstetric',
    all: [
      ['pregnant', 'postpartum'],
      ['headache', 'severe_headache'],
      ['vision_change', 'upper_belly_pain', 'swollen_face_upper', 'severe', 'pressure_very_high'],
    ],
  },
  {
    category: 'obstetric',
    all: [
      ['pregnant', 'postpartum'],
      ['vision_change', 'upper_belly_pain'],
      ['swollen_face_upper', 'pressure_very_high', 'vomiting', 'severe'],
    ],
  },
  {
    category: 'obstetric',
    all: [
      ['pregnant', 'postpartum'],
      ['pressure_high', 'pressure_very_high'],
    ],
  },
  { category: 'obstetric', all: [['pregnant'], ['belly_pain'], ['severe', 'faint']] },
  {
    category: 'obstetric',
    all: [
      ['pregnant', 'postpartum'],
      ['faint', 'breathless', 'leg_swelling'],
      ['chest_symptom', 'breathless'],
    ],
  },
  {
    category: 'obstetric',
    all: [['postpartum'], FEVER, ['rigors', 'confused', 'belly_pain', 'any_bleeding']],
  },
  {
    category: 'obstetric',
    all: [['postpartum'], ['any_bleeding'], ['faint', 'severe', 'pale', 'palpitations']],
  },
  { category: 'obstetric', all: [['pregnant'], ['waters_broke']] },
  { category: 'obstetric', all: [['pregnant'], ['fall'], ['belly_pain', 'any_bleeding']] },
  {
    category: 'obstetric',
    all: [['pregnant', 'postpartum'], ['headache', 'severe_headache'], ['swollen_face_upper']],
  },
  {
    category: 'trauma',
    all: [['fall'], ['child', 'elderly', 'aged_over_60', 'infant'], ['vomiting', 'drowsy', 'confused']],
  },
  { category: 'paediatric', all: [['newborn'], [...FEVER, 'poor_feeding', 'drowsy']] },
  { category: 'paediatric', all: [['newborn'], ['jaundice'], ['drowsy', 'poor_feeding']] },
  {
    category: 'paediatric',
    all: [
      ['infant', 'newborn'],
      ['vomiting', 'diarrhoea', 'poor_feeding', 'no_urine'],
      ['sunken', 'no_urine', 'drowsy'],
      ['sunken', 'no_urine', 'poor_feeding', 'diarrhoea', 'vomiting'],
    ],
  },
  { category: 'paediatric', all: [['infant'], ['breathless']] },
  {
    category: 'paediatric',
    all: [['child'], ['drowsy'], ['breathless', 'poor_feeding', 'purple_rash', 'no_urine']],
  },
  {
    category: 'paediatric',
    all: [['child'], FEVER, ['drowsy'], ['poor_feeding', 'vomiting', 'rash', 'breathless']],
  },
  {
    category: 'diabetic',
    all: [
      ['diabetic'],
      ['confused', 'drowsy', 'faint'],
      ['sweating', 'shaky', 'vomiting', 'thirsty_or_fast_breath', 'confused'],
    ],
  },
  {
    category: 'diabetic',
    all: [
      ['diabetic', 'glucose_high'],
      ['vomiting'],
      ['belly_pain', 'thirsty_or_fast_breath', 'drowsy', 'confused', 'glucose_high'],
    ],
  },
  {
    category: 'diabetic',
    all: [['glucose_high'], ['vomiting', 'confused', 'drowsy', 'thirsty_or_fast_breath', 'belly_pain']],
  },
  { category: 'bleeding', all: [['anticoagulated'], ['head_injury']] },
  {
    category: 'bleeding',
    all: [['anticoagulated'], ['any_bleeding'], ['severe', 'faint', 'headache', 'vomiting']],
  },
  { category: 'trauma', all: [['head_injury'], ['vomiting', 'drowsy', 'confused', 'vision_change']] },
  { category: 'clot', all: [['leg_swelling'], ['breathless', 'chest_symptom']] },
  {
    category: 'clot',
    all: [['clot_risk'], ['breathless'], ['chest_symptom', 'leg_swelling', 'faint', 'palpitations']],
  },
  {
    category: 'eye',
    all: [
      ['eye_pain'],
      ['red_eye', 'vision_change'],
      ['vision_change', 'vomiting', 'nausea', 'headache'],
      ['severe', 'vomiting', 'nausea'],
    ],
  },
  { category: 'testicular', all: [['testicle_pain'], ['sudden', 'severe', 'vomiting']] },
  {
    category: 'abdominal',
    all: [['missed_period'], ['belly_pain', 'any_bleeding'], ['faint', 'severe', 'belly_pain']],
  },
  {
    category: 'abdominal',
    all: [
      ['missed_period'],
      ['belly_pain'],
      ['any_bleeding', 'faint', 'severe', 'jaw_or_arm_pain', 'sudden'],
    ],
  },
  {
    category: 'abdominal',
    all: [
      ['aged_over_60', 'elderly'],
      ['belly_pain', 'back_pain'],
      ['faint', 'sweating', 'pale'],
      ['sudden', 'severe', 'sweating', 'faint'],
    ],
  },
  { category: 'abdominal', all: [['belly_pain'], ['severe'], ['faint', 'sweating', 'rigors', 'pale']] },
  { category: 'heat', all: [['hot_place'], ['confused', 'faint', 'drowsy', 'vomiting']] },
  { category: 'cold', all: [['cold_place'], ['confused', 'drowsy']] },
  {
    category: 'overdose',
    all: [
      ['gas_exposure'],
      ['headache', 'faint', 'vomiting', 'drowsy'],
      ['headache', 'nausea', 'vomiting', 'confused', 'drowsy', 'faint'],
    ],
  },
  { category: 'limb', all: [['tight_cast'], ['numb_limb'], ['severe', 'numb_limb']] },
  {
    category: 'limb',
    all: [['sudden', 'severe'], ['numb_limb'], ['cold_skin', 'severe']],
    within: 'sentence',
  },
];
