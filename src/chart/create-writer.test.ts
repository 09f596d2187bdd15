import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Proposal } from '../domain/approval.ts';
import { samplePrincipal } from '../records/testing/sample-records.ts';
import type { Chart, ChartParts, ChartResource } from './chart.port.ts';
import { createWriter } from './create-writer.ts';
import { loadSafetyTables } from './safety/safety-tables.ts';
import { emptyChart } from './testing/empty-chart.ts';
import { sampleAllergy } from './testing/sample-resources.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../knowledge/drug-safety', import.meta.url)));
const me = samplePrincipal({ audience: 'clinician' });
const ARGS = { patient_id: 'p1', medication: 'amoxicillin', dose: '500 mg', frequency: 'three times a day' };

let parts: ChartParts;
let stored: Map<string, ChartResource>;
beforeEach(() => {
  stored = new Map();
  parts = emptyChart();
});

// A cast, because a writer uses nothing else of a chart.
const chart = {
  parts: async () => parts,
  search: async (_: unknown, { parameters }: { parameters: readonly (readonly [string, string])[] }) => {
    const found = stored.get(parameters[0]?.[1].split('|')[1] ?? '');
    return { resources: found ? [found] : [], total: null, hasMore: false };
  },
  createOnce: async (_: unknown, resource: ChartResource, { identifier }: { identifier: string }) => {
    const made = stored.get(identifier) ?? { ...resource, id: `made-${stored.size + 1}` };
    stored.set(identifier, made);
    return { resource: made, created: true };
  },
} as unknown as Chart;
const writer = createWriter({ chart, tables, clock: () => Date.parse('2026-01-01T12:00:00Z') });

async function approved(): Promise<Proposal> {
  const prepared = await writer.prepareWrite(
    me,
    { call_id: 'c1', tool: 'prescribe_medication', args: ARGS },
    'vi',
  );
  if (!prepared.ok) throw new Error(prepared.problem);
  const { args, patient_id, summary, findings } = prepared;
  return {
    run_id: 'r1',
    call_id: 'c1',
    tool: 'prescribe_medication',
    args,
    args_hash: 'h',
    patient_id,
    summary,
    findings,
    state: 'approved',
    reason: null,
    decided_by: 'me',
    result: null,
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
  };
}
const penicillin = () => ({ ...sampleAllergy('p1'), id: 'a1', code: { text: 'Penicillin' } });

describe('a write that was approved', () => {
  it('is made, whatever language its findings were told in', async () => {
    parts.allergies = [penicillin()];
    expect(await writer.writeToChart(me, await approved())).toBe('MedicationRequest/made-1');
  });

  it('is not made where the chart has come to speak against it since', async () => {
    const proposal = await approved();
    parts.allergies = [penicillin()];
    await expect(writer.writeToChart(me, proposal)).rejects.toMatchObject({ code: 'CHART_CHANGED' });
    expect(stored.size).toBe(0);
  });

  it('is not made where its patient is gone', async () => {
    const proposal = await approved();
    const gone = createWriter({ chart: { ...chart, parts: async () => null }, tables, clock: () => 0 });
    await expect(gone.writeToChart(me, proposal)).rejects.toMatchObject({ code: 'CHART_CHANGED' });
  });

  it('is the one that is there already when it is asked for again, whatever the chart says by now', async () => {
    const proposal = await approved();
    const made = await writer.writeToChart(me, proposal);
    parts.allergies = [penicillin()];
    expect(await writer.writeToChart(me, proposal)).toBe(made);
    expect(stored.size).toBe(1);
  });
});
