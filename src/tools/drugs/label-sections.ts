import type { Bilingual } from '../../domain/language.ts';

/** What a label is asked for. */
export const LABEL_TOPICS = [
  'boxed_warning',
  'contraindications',
  'warnings',
  'interactions',
  'pregnancy',
] as const;
export type LabelTopic = (typeof LABEL_TOPICS)[number];

/** Where labels speak of each topic, of prescription drugs and of those sold over the counter (open.fda.gov/apis/drug/label). */
export const SECTIONS_OF: Readonly<Record<LabelTopic, readonly string[]>> = {
  boxed_warning: ['boxed_warning'],
  contraindications: ['contraindications', 'do_not_use'],
  warnings: [
    'warnings_and_cautions',
    'warnings',
    'precautions',
    'general_precautions',
    'ask_doctor',
    'when_using',
    'stop_use',
  ],
  interactions: ['drug_interactions', 'ask_doctor_or_pharmacist', 'drug_and_or_laboratory_test_interactions'],
  pregnancy: [
    'pregnancy',
    'pregnancy_or_breast_feeding',
    'teratogenic_effects',
    'lactation',
    'nursing_mothers',
  ],
};

/** Also read when two drugs are checked: studies with other drugs are told here. */
export const STUDY_SECTIONS: readonly string[] = ['pharmacokinetics', 'clinical_pharmacology'];

export const ALL_SECTIONS: readonly string[] = [...Object.values(SECTIONS_OF).flat(), ...STUDY_SECTIONS];

export const TOPIC_NAMES: Readonly<Record<LabelTopic, Bilingual>> = {
  boxed_warning: { en: 'boxed warning', vi: 'cảnh báo đóng khung' },
  contraindications: { en: 'contraindications', vi: 'chống chỉ định' },
  warnings: { en: 'warnings', vi: 'cảnh báo' },
  interactions: { en: 'interactions', vi: 'tương tác' },
  pregnancy: { en: 'pregnancy and breast-feeding', vi: 'thai kỳ và cho con bú' },
};
