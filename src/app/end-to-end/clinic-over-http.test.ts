import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { type FakeApi, startFakeApi } from '../../tools/testing/fake-api.ts';
import { drugServices } from '../../tools/testing/fake-drug-services.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

/** Fictional, as shipped: kidney disease of stage 3b, on amlodipine and lisinopril. */
const PATIENT = 'gal-0001';
const PATIENT_NAMES = /Nguyễn|Sương|GAL-0001/u;

const CLINICIAN = demoPrincipal('clinician');

let api: FakeApi;
let server: RunningGalen;
beforeAll(async () => {
  api = await startFakeApi();
  api.reply(drugServices);
  server = await startGalen({
    GALEN_OUTSIDE_APIS: 'on',
    GALEN_OPENFDA_URL: api.url,
    GALEN_RXNORM_URL: api.url,
  });
});
afterAll(async () => {
  await server.stop();
  await api.close();
});

async function ask(message: string, part: { patient_id?: string; as?: string } = {}) {
  const { as = 'clinician', ...request } = part;
  return server.post('/v1/ask', { message, flow: 'clinic', ...request }, { 'x-galen-as': as });
}
async function answerTo(...asked: Parameters<typeof ask>): Promise<Answer> {
  return Answer.parse(await readJson(await ask(...asked)));
}

describe('a clinician who asks over HTTP, without a model', () => {
  it('has interactions looked up in the labels and quoted', async () => {
    const answer = await answerTo('check interactions between warfarin and ibuprofen');
    expect(answer.route).toBe('lookup');
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(answer.citations.every(({ support }) => support === 'supported')).toBe(true);
    expect(answer.message).toMatch(/warfarin/iu);
    expect(Object.keys(answer.output)).toEqual([
      'final_response',
      'reasoning_timeline',
      'confidence_level',
      'sources_used',
    ]);
  });

  it.each([
    ['best antihypertensive for CKD stage 3 patient on amlodipine?', /Current medication: .*amlodipine/u],
    [
      'Thuốc hạ áp nào tốt nhất cho bệnh nhân bệnh thận mạn giai đoạn 3 đang dùng amlodipine?',
      /Thuốc đang dùng: .*amlodipine/u,
    ],
  ])('gets a judgement from chart and guidelines: "%s"', async (message, chart) => {
    const answer = await answerTo(message, { patient_id: PATIENT });
    expect(answer.route).toBe('reasoning');
    expect(answer.message).toMatch(chart);
    const isGuideline = ({ document_id }: { document_id: string }) =>
      document_id.startsWith('kdigo-blood-pressure-2021');
    expect(answer.sources.some(isGuideline)).toBe(true);
    expect(answer.message).toMatch(
      /ACE inhibitor or angiotensin|ức chế men chuyển hoặc thuốc ức chế thụ thể/u,
    );
    expect(answer.sources.some(({ source_type }) => source_type === 'chart')).toBe(true);
  });

  it.each([
    [
      'egfr?',
      /^eGFR by CKD-EPI 2021 .*36 mL\/min.*From the chart: serum creatinine: 1\.55 mg\/dL \(2026-11-03/su,
    ],
    ['tính CHA2DS2-VASc', /^Thang điểm CHA₂DS₂-VASc: điểm 3\./u],
  ])('has a calculation made over the open chart: "%s"', async (message, result) => {
    const { route, message: said, citations } = await answerTo(message, { patient_id: PATIENT });
    expect(route).toBe('lookup');
    expect(said.replaceAll(/ \[\d+\]/gu, '')).toMatch(result);
    expect(citations.every(({ support }) => support === 'supported')).toBe(true);
  });

  it('has a request split into tasks, and is told what could not be done', async () => {
    const answer = await answerTo('review chart, check interactions with new Rx, suggest alternatives', {
      patient_id: PATIENT,
    });
    expect(answer.route).toBe('multi_step');
    expect(answer.message).toContain('Patient: Nguyễn Thị Mai Sương');
    expect(answer.message).toMatch(/lisinopril/u);
    expect(answer.sources.some(({ document_id }) => document_id.startsWith('kdigo'))).toBe(true);
  });

  it('finds a patient by name and reads that chart, whichever chart is open', async () => {
    for (const part of [{}, { patient_id: PATIENT }]) {
      const answer = await answerTo("Show Mrs Ashgrove's latest labs", part);
      expect(answer.message).toContain('Eleanor Ashgrove');
      expect(answer.message).toContain('INR 3.6');
      expect(answer.message).not.toMatch(PATIENT_NAMES);
    }
  });

  it('sees a write wait, and the chart unchanged', async () => {
    const answer = await answerTo('Start bisoprolol 2.5 mg once daily', { patient_id: PATIENT });
    expect(answer.message).toContain('Nothing has been written yet');
    const chart = await server.galen.chart.parts(CLINICIAN, PATIENT);
    expect(JSON.stringify(chart?.medicationRequests)).not.toContain('bisoprolol');
  });

  it('is told what became of an approved write, and the chart holds it once', async () => {
    const asked = await answerTo('Start folic acid 5 mg once daily', { patient_id: PATIENT });
    const [proposal] = await server.galen.approvalDesk.pending(CLINICIAN);
    if (!proposal) throw new Error('a write was proposed');
    const decided = await server.post(
      `/v1/runs/${asked.id}/approvals/${proposal.call_id}`,
      { decision: 'approve', args_hash: proposal.args_hash, reason: 'deficiency' },
      { 'x-galen-as': 'clinician' },
    );
    expect(decided.status).toBeLessThan(300);
    await vi.waitFor(
      async () => {
        const run = await server.galen.records.get(CLINICIAN, asked.id);
        expect(run?.status).toBe('done');
        expect(run?.answer?.message).toContain('Approved and written to the chart');
      },
      { timeout: 120_000, interval: 100 },
    );
    const chart = await server.galen.chart.parts(CLINICIAN, PATIENT);
    expect(
      chart?.medicationRequests.filter((entry) => JSON.stringify(entry).includes('folic acid')),
    ).toHaveLength(1);
  });

  it('names no patient to a service outside', async () => {
    await answerTo('Is ibuprofen acceptable for Mrs Sương with her warfarin?', { patient_id: PATIENT });
    const sent = api.asked.join('\n');
    expect(sent).toContain('warfarin');
    expect(sent).not.toMatch(PATIENT_NAMES);
  });

  it('is the only one let in', async () => {
    const refused = await ask('Show me the chart', { patient_id: PATIENT, as: 'patient' });
    expect(refused.status).toBe(403);
    expect(await readJson(refused)).toMatchObject({ error: { code: 'CLINICIANS_ONLY' } });
  });
});
