import type { Chart } from '../../chart/chart.port.ts';
import { describePatient } from '../../chart/describe-patient.ts';
import { summariseChart } from '../../chart/summarise-chart.ts';
import type { ChartSummary } from '../../domain/chart-summary.ts';
import type { Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ChartSection, PatientCharts } from '../../tools/read-chart.tool.ts';

/** The chart as the tools read it: in words, and without the patient's name where a model reads. */
export function describeCharts(chart: Chart, clock: Clock): PatientCharts {
  const now = () => new Date(clock()).toISOString();
  return {
    async searchPatients(principal, search, language) {
      const found = await chart.searchPatients(principal, search);
      return found.map((patient) => describePatient(patient, now(), language));
    },
    async describeChart(principal, patientId, language) {
      const parts = await chart.parts(principal, patientId);
      if (parts === null) return null;
      const summary = summariseChart(parts, { language, now: now() });
      return { patient: summary.patient, sections: sectionsOf(summary, language), remarks: summary.remarks };
    },
  };
}

const PATIENT = {
  en: { heading: 'Patient', unknown: 'sex and age not recorded' },
  vi: { heading: 'Bệnh nhân', unknown: 'chưa ghi giới tính và tuổi' },
};
const SEXES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  vi: { female: 'nữ', male: 'nam' },
};

/** The summary's text has a line for each kind of entry, the patient's own first. */
function sectionsOf({ patient, text }: ChartSummary, language: Language): ChartSection[] {
  const { heading, unknown } = PATIENT[language];
  const { gender, age } = patient;
  const sex = gender === null ? null : (SEXES[language][gender] ?? gender);
  const about = [sex, age].filter((part) => part !== null).join(', ');
  const lines = text.split('\n').slice(1);
  return [
    { heading, text: about === '' ? unknown : about },
    ...lines.map((line) => {
      const colon = line.indexOf(': ');
      return { heading: line.slice(0, Math.max(colon, 0)), text: line.slice(colon === -1 ? 0 : colon + 2) };
    }),
  ];
}
