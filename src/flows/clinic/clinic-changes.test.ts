import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bundle, MedicationRequest } from '@medplum/fhirtypes';
import { describe, expect, it } from 'vitest';
import type { Chart, ChartParts, ChartResource, Stored } from '../../chart/chart.port.ts';
import { createWriter } from '../../chart/create-writer.ts';
import { groupParts } from '../../chart/index-resource.ts';
import { loadSafetyTables } from '../../chart/safety/safety-tables.ts';
import { askClinic } from '../testing/ask-clinic.ts';
import { found } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';

const root = (path: string) => fileURLToPath(new URL(`../../../knowledge/${path}`, import.meta.url));
const tables = loadSafetyTables(root('drug-safety'));

/** Of the sample patient with amlodipine and lisinopril 10 mg, atorvastatin 20 mg, and ibuprofen stopped. */
function openChart(change: (parts: ChartParts) => void = () => undefined) {
  const bundle = JSON.parse(readFileSync(root('patients/gal-0001.json'), 'utf8')) as Bundle;
  const resources = (bundle.entry ?? []).map(({ resource }) => resource as Stored<ChartResource>);
  const parts = groupParts(resources, []);
  if (parts === null) throw new Error('no patient');
  change(parts);
  return parts;
}

async function ask(
  message: string,
  parts = openChart(),
  part: Partial<Parameters<typeof askClinic>[0]> = {},
) {
  // A cast, because nothing else of a chart is used before a write is approved.
  const chart = { parts: async () => parts } as unknown as Chart;
  const { prepareWrite } = createWriter({ chart, tables, clock: () => Date.parse('2026-11-15T12:00:00Z') });
  const patient = samplePatient({ patient_id: 'gal-0001' });
  return askClinic({ message, patient, ports: { prepareWrite }, ...part });
}

const shown = ({ proposed }: Awaited<ReturnType<typeof ask>>) =>
  proposed.map(({ tool, args: { patient_id: _, version: __, order_id: ___, ...args } }) => ({
    tool,
    ...args,
  }));

describe('a change of what the chart has', () => {
  it.each([
    ['stop amlodipine', [{ tool: 'change_medication', action: 'stop', medication: 'amlodipine' }]],
    ['ngưng amlodipine vì phù chân', [{ action: 'stop', reason: 'vì phù chân' }]],
    ['hold lisinopril until potassium is back', [{ action: 'hold', reason: 'until potassium is back' }]],
    ['restart ibuprofen', [{ action: 'resume', medication: 'ibuprofen' }]],
    ['increase atorvastatin to 40 mg', [{ action: 'change', dose: '40 mg', route: 'oral' }]],
    ['tăng atorvastatin lên 40', [{ action: 'change', dose: '40 mg' }]],
    ['giảm nửa liều amlodipin', [{ action: 'change', dose: '5 mg' }]],
    ['tăng liều lisinopril thêm 10 mg', [{ action: 'change', dose: '20 mg' }]],
    ['change amlodipine to 5 mg bd', [{ action: 'change', dose: '5 mg', frequency: 'bd', route: 'oral' }]],
    [
      'switch lisinopril to losartan 50 mg od',
      [
        { action: 'stop', medication: 'lisinopril' },
        { tool: 'prescribe_medication', medication: 'losartan', dose: '50 mg', frequency: 'od' },
      ],
    ],
    [
      'đổi lisinopril sang losartan 50 mg uống ngày 1 lần',
      [{ action: 'stop' }, { medication: 'losartan', route: 'oral', frequency: 'ngày 1 lần' }],
    ],
    [
      'stop amlodipine, hold lisinopril and start bisoprolol 2.5 mg od',
      [{ action: 'stop' }, { action: 'hold' }, { medication: 'bisoprolol' }],
    ],
    ['paracetamol 1g po qds prn x 3 days', [{ medication: 'paracetamol', duration: '3 days' }]],
  ])('%s', async (message, expected) => {
    expect(shown(await ask(message))).toMatchObject(expected);
  });

  it('is asked about with what was found, and the answer is taken', async () => {
    const first = await ask('stop warfarin');
    expect(first.proposed).toEqual([]);
    const { clarification } = first.state;
    expect(clarification).toMatchObject({ missing: 'order', about: 'warfarin' });
    expect(clarification?.choices.map(({ label }) => label)).toContain(
      'amlodipine 10 mg by mouth once a day',
    );
    expect(first.state.message).toContain('amlodipine 10 mg');
  });

  it('is asked for the dose where none is said, and for the drug where none is named', async () => {
    expect((await ask('increase amlodipine')).state.clarification).toMatchObject({ missing: 'dose' });
    expect((await ask('reduce the dose to 5 mg')).state.clarification).toMatchObject({ missing: 'drug' });
    expect((await ask('stop amlodipine tomorrow')).state.clarification).toMatchObject({ missing: 'unread' });
  });

  it('that cannot be computed is said to be so', async () => {
    const odd = openChart((parts) => {
      parts.medicationRequests = parts.medicationRequests.map(
        (one): Stored<MedicationRequest> => ({ ...one, dosageInstruction: [{ text: 'as directed' }] }),
      );
    });
    expect((await ask('halve amlodipine', odd)).state.message).toContain('as directed');
  });

  it.each(['stop amlodipine', 'prescribe amoxicillin', 'kê amoxicillin 500 mg ngày 3 lần'])(
    'of a patient who has died is refused plainly: %s',
    async (message) => {
      const died = openChart((parts) => {
        parts.patient = { ...parts.patient, deceasedDateTime: '2026-11-01' };
      });
      const patient = samplePatient({ patient_id: 'gal-0001', state: 'died' });
      const { proposed, state } = await ask(message, died, { patient });
      expect(proposed).toEqual([]);
      expect(state.message).toMatch(/died on 2026-11-01|tử vong ngày 2026-11-01/u);
    },
  );

  it('proposes one half and says why not the other', async () => {
    const { proposed, result } = await ask('stop warfarin and start bisoprolol 2.5 mg od');
    expect(proposed).toHaveLength(1);
    expect(result.state.message).toContain('no order of warfarin');
    expect(result.state.message).toContain('bisoprolol 2.5 mg');
  });

  it('answers a question beside an order before anyone has decided', async () => {
    const tools = {
      get_patient_chart: found({ title: 'Patient chart', text: 'Laboratory: Potassium 5.1 mmol/L' }),
    };
    const { proposed, result } = await ask('stop amlodipine and what is her potassium?', openChart(), {
      tools,
    });
    expect(proposed).toHaveLength(1);
    expect(result.state.message).toContain('Potassium 5.1');
    expect(result.state.message).not.toMatch(/\[\d\]/u);
  });
});
