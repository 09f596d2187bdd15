import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Chart } from '../chart/chart.port.ts';
import { createWriter } from '../chart/create-writer.ts';
import { loadSafetyTables } from '../chart/safety/safety-tables.ts';
import { emptyChart } from '../chart/testing/empty-chart.ts';
import { samplePatient } from '../flows/clinic/testing/sample-patient.ts';
import { askClinic } from '../flows/testing/ask-clinic.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../knowledge/drug-safety', import.meta.url)));
// A cast, because nothing else of a chart is used before a write is approved.
const chart = { parts: async () => emptyChart() } as unknown as Chart;
const { prepareWrite } = createWriter({ chart, tables, clock: () => Date.parse('2026-01-01T12:00:00Z') });

async function severeOf(message: string) {
  const { proposed } = await askClinic({ message, patient: samplePatient(), ports: { prepareWrite } });
  return proposed.map(({ tool, findings }) => ({
    tool,
    severe: findings
      .filter(({ severity }) => severity === 'major' || severity === 'contraindicated')
      .map(({ check, message: said }) => `${check}: ${said}`),
  }));
}

describe('the writes of one request', () => {
  it('show how their drugs interact', async () => {
    const [warfarin, ibuprofen] = await severeOf(
      'Prescribe warfarin 5 mg once daily and ibuprofen 400 mg three times daily',
    );
    expect(warfarin?.severe).toEqual([expect.stringMatching(/^interaction: With ibuprofen/u)]);
    expect(ibuprofen?.severe).toEqual(
      expect.arrayContaining([expect.stringMatching(/^interaction: With warfarin/u)]),
    );
  });

  it('show an allergy that is only being recorded', async () => {
    const proposed = await severeOf(
      'Add allergy to penicillin and prescribe amoxicillin 500 mg three times daily',
    );
    expect(proposed[1]).toMatchObject({ tool: 'prescribe_medication' });
    expect(proposed[1]?.severe).toEqual([expect.stringMatching(/^allergy: .*penicillin/u)]);
  });

  it('show nothing of the kind alone', async () => {
    const [alone] = await severeOf('Prescribe warfarin 5 mg once daily');
    expect(alone?.severe.filter((said) => said.startsWith('interaction'))).toEqual([]);
  });
});
