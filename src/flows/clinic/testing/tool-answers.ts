import { found, type ToolScript } from './fake-tools.ts';

export const LABEL =
  'Aspirin increases the risk of bleeding in patients who take warfarin. Monitor the INR more often when aspirin is started.';
const GUIDELINE =
  'An ACE inhibitor or ARB is recommended for people with hypertension and chronic kidney disease. Amlodipine may be combined with an ACE inhibitor or ARB in chronic kidney disease.';
/** What the tools answer in most tests. */
export const TOOLS: ToolScript = {
  check_drug_interactions: {
    ...found({ title: 'Warfarin sodium label', text: LABEL }),
    message: {
      en: 'warfarin + aspirin: an interaction is described.',
      vi: 'warfarin + aspirin: có mô tả tương tác.',
    },
  },
  get_clinical_guideline: found({ title: 'Chronic kidney disease guideline', text: GUIDELINE }),
  get_patient_chart: found({
    title: 'Patient chart',
    text: 'Allergies: penicillin (rash)\nCurrent medication: warfarin 5 mg once daily',
  }),
};
/** What a search for patients finds. */
export const patients = (...names: string[]) => ({
  status: 'ok' as const,
  reason: null,
  output: {
    patients: names.map((name, i) => ({
      id: `p${i + 1}`,
      name,
      birth_date: '1957-01-01',
      gender: 'female',
      identifiers: [`GAL-000${i + 1}`],
    })),
  },
});
