import type { Chart } from '../../chart/chart.port.ts';
import { summariseChart } from '../../chart/summarise-chart.ts';
import type { ChartSummary } from '../../domain/chart-summary.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ReadPatient } from './assemble-context.ts';
import { chartPassages } from './chart-passages.ts';
import type { PatientSummary } from './clinic-state.ts';

const GENDERS: Readonly<Record<string, Bilingual>> = {
  female: { en: 'female', vi: 'nữ' },
  male: { en: 'male', vi: 'nam' },
};
/** A shorter part of a name is as often another word. */
const MIN_NAME = 3;

/** Reads a patient for the flow: the chart's summary without the line that says who it is, each line to be quoted. */
export function createPatientReader({ chart, clock }: { chart: Chart; clock: Clock }): ReadPatient {
  return async (principal, patientId, language) => {
    const parts = await chart.parts(principal, patientId);
    if (parts === null) return null;
    const now = new Date(clock()).toISOString();
    return toPatientSummary(summariseChart(parts, { language, now }), { language, now });
  };
}

function toPatientSummary(
  summary: ChartSummary,
  { language, now }: { language: Language; now: string },
): PatientSummary {
  const { patient, problems, allergies, medications } = summary;
  const gender = GENDERS[patient.gender ?? '']?.[language];
  const parts = patient.name.split(/\s+/u).filter((part) => part.length >= MIN_NAME);
  return {
    patient_id: patient.id,
    label: [patient.age, gender].filter(Boolean).join(', '),
    withheld: [patient.name, ...patient.identifiers, ...parts],
    conditions: problems.map(({ text }) => text),
    allergies: allergies.filter(({ states_none }) => !states_none).map(({ text }) => text),
    medications: medications.map(({ text, dosage }) => (dosage === null ? text : `${text} ${dosage}`)),
    // The first line names the patient, and stays behind.
    passages: chartPassages(`chart-summary-${patient.id}`, summary.text.split('\n').slice(1), {
      language,
      at: now,
    }),
  };
}
