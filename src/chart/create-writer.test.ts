import { fileURLToPath } from 'node:url';
import type { MedicationRequest } from '@medplum/fhirtypes';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Proposal, WriteCall } from '../domain/approval.ts';
import { samplePrincipal } from '../records/testing/sample-records.ts';
import { resourcesOf } from './build-resources.ts';
import type { Chart, ChartParts, ChartResource } from './chart.port.ts';
import { createWriter } from './create-writer.ts';
import { validateResource } from './guard-chart.ts';
import { loadSafetyTables } from './safety/safety-tables.ts';
import { emptyChart } from './testing/empty-chart.ts';
import { sampleAllergy, sampleMedication, samplePatient } from './testing/sample-resources.ts';

const UCUM = 'http://unitsofmeasure.org';
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

async function approved(
  call: Pick<WriteCall, 'tool' | 'args'> = { tool: 'prescribe_medication', args: ARGS },
): Promise<Proposal> {
  const prepared = await writer.prepareWrite(me, { call_id: 'c1', ...call }, 'vi');
  if (!prepared.ok) throw new Error(prepared.problem);
  const { args, patient_id, summary, findings } = prepared;
  return {
    run_id: 'r1',
    call_id: 'c1',
    tool: call.tool,
    args,
    args_hash: 'h',
    patient_id,
    summary,
    findings,
    state: 'approved',
    reason: null,
    decided_by: 'me',
    result: null,
    settled_at: null,
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

describe('a change of an order', () => {
  const amlodipine = (part: Partial<MedicationRequest> = {}) => ({
    ...sampleMedication('p1', part),
    id: 'm1',
    meta: { versionId: '3' },
  });
  const lisinopril = (id: string, text = '10 mg by mouth once a day') => ({
    ...sampleMedication('p1', {
      medicationCodeableConcept: { text: 'lisinopril' },
      dosageInstruction: [{ text }],
    }),
    id,
    meta: { versionId: '1' },
  });
  const change = (args: Record<string, unknown>) => ({
    tool: 'change_medication' as const,
    args: { patient_id: 'p1', medication: 'amlodipine', ...args },
  });
  const prepare = (args: Record<string, unknown>, alongside: Pick<WriteCall, 'tool' | 'args'>[] = []) =>
    writer.prepareWrite(me, { call_id: 'c1', ...change(args) }, 'en', alongside);

  it.each([
    [
      { action: 'stop', reason: 'oedema' },
      { status: 'stopped', statusReason: { text: 'oedema' } },
    ],
    [{ action: 'hold' }, { status: 'on-hold' }],
  ])('ends it under its own id: %j', async (args, expected) => {
    parts.medicationRequests = [amlodipine()];
    const proposal = await approved(change(args));
    expect(proposal.args).toMatchObject({ order_id: 'm1', version: '3' });
    expect(resourcesOf(proposal, amlodipine())).toMatchObject([{ id: 'm1', ...expected }]);
    expect(proposal.summary).toContain('(sinh');
  });

  it('takes up what was held, and checks it like a prescription', async () => {
    parts.medicationRequests = [amlodipine({ status: 'on-hold' })];
    const prepared = await prepare({ action: 'resume' });
    expect(prepared).toMatchObject({
      ok: true,
      summary: expect.stringMatching(/^Resume for .*amlodipine 10 mg/u),
    });
    if (prepared.ok) expect(prepared.findings.map(({ check }) => check)).not.toContain('duplicate');
  });

  it.each([
    [{ dose: '5 mg' }, '5 mg', 'once a day'],
    [{ dose: '5' }, '5 mg', 'once a day'],
    [{ by: 'x0.5' }, '5 mg', 'once a day'],
    [{ by: '-2.5 mg' }, '7.5 mg', 'once a day'],
    [{ frequency: 'twice a day' }, '10 mg', 'twice a day'],
  ])('keeps what is not said anew: %j', async (said, dose, frequency) => {
    parts.medicationRequests = [amlodipine()];
    const proposal = await approved(change({ action: 'change', ...said }));
    expect(proposal.args).toMatchObject({ dose, frequency, route: 'oral' });
    const [ended, made] = resourcesOf(proposal, amlodipine());
    expect(ended).toMatchObject({ id: 'm1', status: 'stopped' });
    expect(made).toMatchObject({
      status: 'active',
      priorPrescription: { reference: 'MedicationRequest/m1' },
      medicationCodeableConcept: amlodipine().medicationCodeableConcept,
      dosageInstruction: [{ text: `${dose}, oral, ${frequency}` }],
    });
  });

  it('does not count what it replaces, and checks the new dose', async () => {
    parts.medicationRequests = [amlodipine()];
    const prepared = await prepare({ action: 'change', dose: '40 mg' });
    if (!prepared.ok) throw new Error(prepared.problem);
    expect(prepared.findings.map(({ check }) => check)).not.toContain('duplicate');
    expect(prepared.findings).toContainEqual(expect.objectContaining({ check: 'dose', severity: 'major' }));
  });

  it.each([
    ['not on the chart', { action: 'stop', medication: 'warfarin' }, 3],
    ['fitting two', { action: 'stop', medication: 'lisinopril' }, 2],
    ['of another dose', { action: 'stop', dose: '2.5 mg' }, 3],
  ])('is asked about where it is %s', async (_, args, found) => {
    parts.medicationRequests = [
      amlodipine(),
      lisinopril('m2'),
      lisinopril('m3', '20 mg by mouth once a day'),
    ];
    const prepared = await prepare(args);
    expect(prepared).toMatchObject({
      ok: false,
      problem: expect.stringContaining('10 mg by mouth once a day'),
    });
    if (!prepared.ok) expect(prepared.choices).toHaveLength(found);
  });

  it('finds an order by its class', async () => {
    parts.medicationRequests = [amlodipine(), lisinopril('m2')];
    expect(await prepare({ action: 'stop', medication: 'ACE inhibitor' })).toMatchObject({
      ok: true,
      args: { order_id: 'm2' },
    });
  });

  it.each([['100 microgram inhaler, 2 puffs (200 micrograms) when needed'], ['as directed']])(
    'of a dose that cannot be said anew in one place is asked about: %s',
    async (text) => {
      parts.medicationRequests = [amlodipine({ dosageInstruction: [{ text }] })];
      expect(await prepare({ action: 'change', by: 'x2' })).toMatchObject({ ok: false });
    },
  );

  it.each([
    { dose: '5 mg', by: '+' },
    { dose: '20 mg', by: '-' },
  ])('is asked about where it goes the other way: %j', async (said) => {
    parts.medicationRequests = [amlodipine()];
    expect(await prepare({ action: 'change', ...said })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('other way'),
    });
  });

  it('is not made in another version than was seen', async () => {
    parts.medicationRequests = [amlodipine()];
    const proposal = await approved(change({ action: 'stop' }));
    parts.medicationRequests = [{ ...amlodipine(), meta: { versionId: '4' } }];
    await expect(writer.writeToChart(me, proposal)).rejects.toMatchObject({ code: 'CHART_CHANGED' });
  });

  it('makes room for what is started with it, and that says so', async () => {
    parts.medicationRequests = [lisinopril('m2')];
    const start = { ...ARGS, medication: 'losartan', dose: '50 mg', frequency: 'once a day' };
    const call = { call_id: 'c2', tool: 'prescribe_medication' as const, args: start };
    const stop = change({ action: 'stop', medication: 'lisinopril' });
    const alone = await writer.prepareWrite(me, call, 'en');
    const beside = await writer.prepareWrite(me, call, 'en', [stop]);
    if (!alone.ok || !beside.ok) throw new Error('not proposed');
    const severe = ({ findings }: typeof alone) =>
      findings.filter(({ severity }) => severity === 'major').map(({ message }) => message);
    const [against] = severe(alone).filter((message) => message.includes('lisinopril'));
    expect(against).toBeDefined();
    expect(severe(beside)).not.toContain(against);
    const proposal = { ...(await approved()), ...call, args: beside.args, findings: beside.findings };
    // Approved while the stop was still waiting, and the stop rejected after that.
    await expect(writer.writeToChart(me, proposal, [])).rejects.toMatchObject({ code: 'CHART_CHANGED' });
    expect(beside.findings.map(({ message }) => message)).toContain(
      `Only if lisinopril ends as proposed with it: ${against}`,
    );
  });
});

describe('a patient who is not treated under this record', () => {
  it.each([
    [{ deceasedDateTime: '2026-02-03T10:00:00Z' }, /died on 2026-02-03/u],
    [{ deceasedBoolean: true }, /has died/u],
    [{ active: false }, /not in use/u],
    [{ link: [{ other: { display: 'GAL-0002' }, type: 'replaced-by' as const }] }, /GAL-0002/u],
  ])('gets no proposal: %j', async (state, said) => {
    parts.patient = { ...samplePatient(state), id: 'p1' };
    for (const args of [ARGS, { patient_id: 'p1' }]) {
      const prepared = await writer.prepareWrite(
        me,
        { call_id: 'c1', tool: 'prescribe_medication', args },
        'en',
      );
      expect(prepared).toMatchObject({ ok: false, problem: expect.stringMatching(said) });
    }
  });

  it('is named with birth date and record number where the server has no whole name', async () => {
    const identifier = [{ value: 'GAL-0042' }];
    parts.patient = {
      ...samplePatient({ name: [{ family: 'Nguyễn', given: ['Mai'] }], identifier }),
      id: 'p1',
    };
    expect((await approved()).summary).toMatch(
      /^Kê đơn cho Mai Nguyễn \(sinh ngày 1958-03-14, GAL-0042\): amoxicillin/u,
    );
  });
});

describe('the resource of a prescription', () => {
  it.each([
    [
      { dose: '1g', frequency: 'qds', note: 'as needed', duration: '3 days', route: 'oral' },
      { value: 1, unit: 'g', system: UCUM, code: 'g' },
      {
        frequency: 4,
        period: 1,
        periodUnit: 'd',
        boundsDuration: { value: 3, unit: 'd', system: UCUM, code: 'd' },
      },
    ],
    [
      { dose: '500mg', frequency: 'q6h', duration: '5/7' },
      { value: 500, unit: 'mg', system: UCUM, code: 'mg' },
      {
        frequency: 1,
        period: 6,
        periodUnit: 'h',
        boundsDuration: { value: 5, unit: 'd', system: UCUM, code: 'd' },
      },
    ],
    [
      { dose: '2 viên', frequency: 'ngày 2 lần sau ăn' },
      { value: 2, unit: 'tablet' },
      { frequency: 2, period: 1, periodUnit: 'd', when: ['PC'] },
    ],
    [
      { dose: '2 vien', frequency: 'ngay 2 lan' },
      { value: 2, unit: 'tablet' },
      { frequency: 2, period: 1, periodUnit: 'd' },
    ],
    [
      { dose: '5000 IU', frequency: 'bd' },
      { value: 5000, unit: 'units', system: UCUM, code: '[iU]' },
      { frequency: 2, period: 1, periodUnit: 'd' },
    ],
    [{ dose: '10 mg', frequency: 'stat' }, { value: 10, unit: 'mg', system: UCUM, code: 'mg' }, { count: 1 }],
    [
      { dose: '10 mg', frequency: 'nocte' },
      { value: 10, unit: 'mg', system: UCUM, code: 'mg' },
      { frequency: 1, period: 1, periodUnit: 'd', when: ['NIGHT'] },
    ],
    [
      { dose: '70 mg', frequency: 'once weekly' },
      { value: 70, unit: 'mg', system: UCUM, code: 'mg' },
      { frequency: 1, period: 1, periodUnit: 'wk' },
    ],
    [
      { dose: '15 mg/kg', frequency: 'mỗi 12 giờ' },
      { value: 15, unit: 'mg/kg', system: UCUM, code: 'mg/kg' },
      { frequency: 1, period: 12, periodUnit: 'h' },
    ],
  ])('is structured: %j', (said, doseQuantity, repeat) => {
    const args = { patient_id: 'p1', medication: 'paracetamol', ...said };
    const proposal = {
      tool: 'prescribe_medication' as const,
      args,
      created_at: '2026-01-01',
      decided_by: null,
    };
    const [made] = resourcesOf(proposal);
    expect(made).toMatchObject({
      medicationCodeableConcept: { coding: [{ code: '161' }], text: 'paracetamol' },
      dosageInstruction: [{ doseAndRate: [{ doseQuantity }], timing: { repeat } }],
    });
    expect(validateResource(made)).toMatchObject({ success: true });
    if ('note' in said)
      expect(made).toMatchObject({
        dosageInstruction: [{ asNeededBoolean: true, route: { coding: [{ code: '26643006' }] } }],
      });
  });
});
