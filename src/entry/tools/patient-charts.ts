import type { Chart } from '../../chart/chart.port.ts';
import { summariseChart } from '../../chart/summarise-chart.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PatientCharts } from '../../tools/patient-charts.port.ts';

/** The chart as its tools see it: patients to be told apart, and a summary line by line. */
export function createPatientCharts({ chart, clock }: { chart: Chart; clock: Clock }): PatientCharts {
  return {
    async searchPatients(principal, search) {
      const found = await chart.searchPatients(principal, search);
      return found.map(({ id, name, birthDate, gender, identifier }) => ({
        id,
        ...(name === undefined ? {} : { name }),
        ...(birthDate === undefined ? {} : { birthDate }),
        ...(gender === undefined ? {} : { gender }),
        ...(identifier === undefined ? {} : { identifier }),
      }));
    },

    async describeChart(principal, patientId, language) {
      const parts = await chart.parts(principal, patientId);
      if (parts === null) return null;
      const now = new Date(clock()).toISOString();
      const { text } = summariseChart(parts, { language, now });
      const { id, name, identifier } = parts.patient;
      return {
        patient: {
          id,
          ...(name === undefined ? {} : { name }),
          ...(identifier === undefined ? {} : { identifier }),
        },
        // A line says itself what it is about, and is quoted whole.
        sections: text.split('\n').map((line) => ({ heading: line.split(':')[0] ?? '', text: line })),
        incomplete: parts.incomplete,
      };
    },
  };
}
