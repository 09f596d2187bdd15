import { describe, expect, it } from 'vitest';
import { GalenError } from '../../domain/errors.ts';
import type { Message } from '../../domain/run-record.ts';
import { FlowError } from '../../engine/flow-error.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { sampleAnswer, samplePrincipal } from '../../records/testing/sample-records.ts';
import { askClinic } from '../testing/ask-clinic.ts';
import { fakeTools, found, unavailable } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';
import { TOOLS } from './testing/tool-answers.ts';

const codeOf = (error: unknown) => (error instanceof GalenError ? error.code : 'none');

describe('the clinic flow, by who asks', () => {
  it.each(['patient', 'researcher', 'staff'] as const)(
    'turns a %s away before anything is stored',
    async (audience) => {
      const principal = samplePrincipal({ audience, role: audience });
      const turn = askClinic({ message: 'Show me the chart', patient: samplePatient(), principal });
      await expect(turn).rejects.toBeInstanceOf(FlowError);
      expect(codeOf(await turn.catch((error: unknown) => error))).toBe('CLINICIANS_ONLY');
    },
  );

  it.each([
    ['a clinician', { audience: 'clinician' as const }],
    ['an admin', { audience: 'admin' as const }],
    ["the machine's owner", { audience: 'patient' as const, role: 'owner' }],
  ])('lets %s in', async (_, part) => {
    const { path } = await askClinic({ message: 'Hello', principal: samplePrincipal(part) });
    expect(path).toContain('admit:admitted');
  });

  it('says that a patient is not there, and nothing else', async () => {
    const turn = askClinic({
      message: 'Show the labs',
      patient: samplePatient(),
      ports: { readPatient: async () => null },
    });
    expect(codeOf(await turn.catch((error: unknown) => error))).toBe('NOT_FOUND');
  });
});

describe('the clinic flow without a model', () => {
  it.each([
    ['check interactions between warfarin and aspirin', 'an interaction is described'],
    ['Kiểm tra tương tác giữa warfarin và aspirin', 'có mô tả tương tác'],
  ])('takes the fast path for "%s" and quotes the label', async (message, verdict) => {
    const language = /[ể]/u.test(message) ? 'vi' : 'en';
    const { state, path, calls } = await askClinic({ message, tools: TOOLS });
    expect(path.slice(4)).toEqual([
      'context:assembled',
      'triage:lookup',
      'fast-path:planned',
      'validate-call:valid',
      'execute:done',
      'synthesize:answered',
      'verify:done',
    ]);
    expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: 'check_drug_interactions', args: { drugs: ['warfarin', 'aspirin'], language } },
    ]);
    expect(state.message).toContain(
      'Aspirin increases the risk of bleeding in patients who take warfarin. [1]',
    );
    expect(state.message).toContain(verdict);
    expect(state.citations?.every(({ support }) => support === 'supported')).toBe(true);
    expect(state.confidence_level).toBe('high');
  });

  it.each([
    'best antihypertensive for CKD stage 3 patient on amlodipine?',
    'Bệnh nhân bệnh thận mạn giai đoạn 3 đang dùng amlodipine nên chọn thuốc hạ áp nào?',
  ])('reasons with the chart: "%s"', async (message) => {
    const { state, path, calls } = await askClinic({ message, patient: samplePatient(), tools: TOOLS });
    expect(path.slice(5)).toEqual([
      'triage:reasoning',
      'thinking:thought',
      'tool-needs:needed',
      'execute:executed',
      'thinking:thought',
      'synthesize:answered',
      'verify:done',
    ]);
    expect(calls.map(({ name }) => name)).toEqual(['get_clinical_guideline']);
    expect(state.message).toContain('Current medication: amlodipine 10 mg once daily');
    expect(state.message).toContain('eGFR 45');
    expect(state.message).toContain('An ACE inhibitor or ARB is recommended for people with hypertension');
    const quotes = state.citations?.map(({ quote }) => quote).join('\n');
    expect(quotes).toContain('Problems: Chronic kidney disease stage 3');
  });

  it.each([
    'review chart, check interactions with new Rx, suggest alternatives',
    'xem bệnh án, kiểm tra tương tác với đơn mới, gợi ý thuốc thay thế',
  ])('decomposes "%s"', async (message) => {
    const { state, calls } = await askClinic({ message, patient: samplePatient(), tools: TOOLS });
    expect(state.subtasks?.map(({ tool }) => tool)).toEqual([
      'get_patient_chart',
      'check_drug_interactions',
      'get_clinical_guideline',
    ]);
    expect(calls.map(({ name }) => name)).toEqual(state.subtasks?.map(({ tool }) => tool));
    expect(calls[1]?.args).toEqual({ drugs: ['amlodipine', 'warfarin'], language: state.language });
    expect(state.message).toContain('Allergies: penicillin (rash)');
    expect(state.message).toContain('ACE inhibitor or ARB');
    expect(state.route).toBe('multi_step');
  });

  it.each([
    ['Hello', 'Ask about a patient'],
    ['Bạn có những công cụ nào?', 'Tôi là Galen'],
    ['Can you answer in Vietnamese?', 'English and in Vietnamese'],
  ])('answers "%s" itself, with no source and no tool', async (message, reply) => {
    const { state, path, calls } = await askClinic({ message });
    expect(path.slice(5)).toEqual([
      'triage:direct',
      'recall:small-talk',
      'synthesize:answered',
      'verify:done',
    ]);
    expect(calls).toEqual([]);
    expect(state.message).toContain(reply);
    expect(state.citations).toEqual([]);
  });

  it('answers a definition from the knowledge base, or says that it is not there', async () => {
    const text =
      'Sepsis is life-threatening organ dysfunction caused by a dysregulated response to infection.';
    const message = 'What is the definition of sepsis?';
    const known = await askClinic({
      message,
      tools: { retrieve_medical_info: found({ title: 'Sepsis', text }) },
    });
    expect(known.state.message).toBe(`${text} [1]`);
    const unknown = await askClinic({ message });
    expect(unknown.path.slice(-3)).toEqual(['synthesize:nothing', 'abstain:done', 'verify:done']);
    expect(unknown.state.message).toContain('the knowledge base');
    expect(unknown.state.abstained).toMatchObject({ reason: 'nothing-found' });
  });
});

describe('a question that misses something', () => {
  it.each([
    ['Prescribe amoxicillin', 'dose', 'Which dose'],
    ['Add an allergy', 'substance', 'allergic to'],
    ['Kê đơn amoxicillin cho bệnh nhân này', 'dose', 'Liều bao nhiêu'],
    ['Save a note', 'note_text', 'What should the note say'],
    ['Find trials', 'topic', 'What should I search for'],
    ['Look at this X-ray', 'image', 'No image is attached'],
  ])('is asked back: "%s"', async (message, missing, question) => {
    const { state, calls, path } = await askClinic({ message, patient: samplePatient() });
    expect(path.slice(5)).toEqual(['triage:clarify', 'clarify:asked', 'verify:done']);
    expect(state.missing).toBe(missing);
    expect(state.message).toContain(question);
    expect(calls).toEqual([]);
  });

  it('is asked back with the drugs of the chart as choices', async () => {
    const { state } = await askClinic({ message: 'Is it safe?', patient: samplePatient() });
    expect(state.message).toBe('Which one do you mean: amlodipine or warfarin?');
    expect(state.follow_up_questions).toEqual(['amlodipine', 'warfarin']);
  });

  it('without a patient open asks which one', async () => {
    const { state } = await askClinic({ message: 'Cho xem xét nghiệm mới nhất' });
    expect(state.message).toContain('bệnh nhân nào');
  });

  it('is understood from the answer to it', async () => {
    const history = asked(
      'check interactions with warfarin',
      'Which other drug should it be checked against?',
    );
    const { calls } = await askClinic({ message: 'aspirin', history, tools: TOOLS });
    expect(calls.map(({ args }) => args)).toEqual([{ drugs: ['warfarin', 'aspirin'], language: 'en' }]);
  });
});

describe('with a model', () => {
  const message = 'check interactions between warfarin and aspirin';

  it("answers in the model's words, with its inventions left out and what was not checked told", async () => {
    const { state } = await askClinic({
      message: 'review chart, check interactions with new Rx, suggest alternatives',
      patient: samplePatient(),
      tools: { ...TOOLS, check_drug_interactions: unavailable() },
      script: {
        'synthesize-response':
          'An ACE inhibitor or ARB is recommended in hypertension with chronic kidney disease [3]. Lisinopril cured 99% of them [3].',
      },
    });
    expect(state.message).toContain(
      'An ACE inhibitor or ARB is recommended in hypertension with chronic kidney disease.',
    );
    expect(state.message).not.toContain('99%');
    expect(state.message).toContain('openFDA is unavailable');
    expect(state.hallucination_flagged).toBe(true);
  });

  it.each([
    ['rests on nothing', 'Warfarin was invented in 1812 by 7 monks.', 'verify:unsupported'],
    ['says that the sources are insufficient', 'INSUFFICIENT', 'synthesize:insufficient'],
  ])('quotes the sources when its answer %s', async (_, reply, step) => {
    const { state, path } = await askClinic({
      message,
      tools: TOOLS,
      script: { 'synthesize-response': reply },
    });
    expect(path).toEqual(expect.arrayContaining([step, 'quote:quoted']));
    expect(state.message).toContain('Aspirin increases the risk of bleeding');
    expect(state.message).not.toContain('1812');
  });

  it('abstains when even the quotes are not sure enough', async () => {
    const { state, path } = await askClinic({
      message,
      tools: TOOLS,
      ports: { backGate: createBackGate({ unsupported: 'drop', minConfidence: 1.1 }) },
    });
    expect(path.slice(-6)).toEqual([
      'verify:unsure',
      'quote:quoted',
      'verify:unsure',
      'quote:nothing-to-quote',
      'abstain:done',
      'verify:done',
    ]);
    expect(state.message).not.toContain('Aspirin increases');
    expect(state.abstained).toBeDefined();
  });

  it('tells what could not be checked even when it abstains', async () => {
    const { state, path } = await askClinic({
      message: 'review chart, check interactions with new Rx, suggest alternatives',
      patient: samplePatient(),
      tools: { ...TOOLS, check_drug_interactions: unavailable() },
      ports: { backGate: createBackGate({ unsupported: 'drop', minConfidence: 1.1 }) },
    });
    expect(path).toContain('abstain:done');
    expect(state.message).toContain('openFDA is unavailable');
    expect(state.message).not.toMatch(/\[\d+\]/u);
  });

  it('uses the rules where the model names a lookup without a tool', async () => {
    const { calls } = await askClinic({
      message,
      tools: TOOLS,
      script: { 'triage-request': { route: 'lookup', tool: null, query: null } },
    });
    expect(calls.map(({ name }) => name)).toEqual(['check_drug_interactions']);
  });

  it('asks back rather than let a model choose a second drug', async () => {
    const { path } = await askClinic({
      message: 'check interactions of warfarin',
      script: {
        'triage-request': { route: 'lookup', tool: 'check_drug_interactions', query: 'warfarin aspirin' },
      },
    });
    expect(path).toContain('triage:clarify');
  });
});

describe('when a part of the house is down', () => {
  it('answers without the chart and says so', async () => {
    const { state, topics } = await askClinic({
      message: 'check interactions between warfarin and aspirin',
      patient: samplePatient(),
      tools: TOOLS,
      ports: { readPatient: () => Promise.reject(new GalenError('CHART_UNAVAILABLE')) },
    });
    expect(topics).toContain('chart-unavailable');
    expect(state.message).toContain('The chart could not be read.');
    expect(state.message).toContain('Aspirin increases the risk');
  });

  it('fails with the original error when a port has a bug', async () => {
    const tools = { ...fakeTools(), call: () => Promise.reject(new Error('a bug')) };
    const turn = askClinic({ message: 'check interactions between warfarin and aspirin', ports: { tools } });
    expect(codeOf(await turn.catch((error: unknown) => error))).toBe('FLOW_NODE_FAILED');
  });
});

function asked(question: string, reply: string): Message[] {
  const shared = { run_id: 'r', created_at: '2025-01-01T00:00:00.000Z' };
  const answer = {
    ...sampleAnswer({ id: 'r', conversation_id: 'c' }),
    flow: 'clinic' as const,
    route: 'clarify',
  };
  return [
    { ...shared, id: 'm1', author: 'asker', text: question, answer: null },
    { ...shared, id: 'm2', author: 'galen', text: reply, answer },
  ];
}
