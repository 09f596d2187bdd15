import { rankedPassage } from '../../../retrieval/testing/ranked-passage.ts';
import type { PatientSummary } from '../clinic-state.ts';

const LINES = [
  ['Allergies', 'Allergies: penicillin (rash, high risk)'],
  [
    'Problems',
    'Problems: Chronic kidney disease stage 3 (since 2021-03-01); Hypertension (since 2015-06-01)',
  ],
  ['Current medication', 'Current medication: amlodipine 10 mg once daily; warfarin 5 mg once daily'],
  ['Laboratory', 'Laboratory: eGFR 45 mL/min/1.73m2 (2025-01-02); Potassium 4.8 mmol/L (2025-01-02)'],
] as const;

/** A chart as the flow sees it, of a person who does not exist. */
export function samplePatient(part: Partial<PatientSummary> = {}): PatientSummary {
  const text = LINES.map(([, line]) => line).join('\n');
  let start = 0;
  const passages = LINES.map(([heading, line], i) => {
    const from = start;
    start += line.length + 1;
    return rankedPassage({
      id: `chart-p1#${i}`,
      heading,
      text: line,
      start: from,
      end: from + line.length,
      document: { id: 'chart-p1', title: 'Patient chart', text, source_type: 'chart' },
    });
  });
  return {
    patient_id: 'p1',
    label: '67 years, female',
    withheld: ['Eleanor Ashgrove', 'GAL-0001'],
    conditions: ['Chronic kidney disease stage 3', 'Hypertension'],
    allergies: ['penicillin'],
    medications: ['amlodipine 10 mg', 'warfarin 5 mg'],
    passages,
    ...part,
  };
}
