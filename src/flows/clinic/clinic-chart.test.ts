import { describe, expect, it } from 'vitest';
import { GalenError } from '../../domain/errors.ts';
import type { Message } from '../../domain/run-record.ts';
import { sampleAnswer } from '../../records/testing/sample-records.ts';
import { askClinic } from '../testing/ask-clinic.ts';
import { clinicOutput } from './output.ts';
import { unavailable } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';
import { patients, TOOLS } from './testing/tool-answers.ts';

const LINE = 'Potassium 5.1 mmol/L, high (reference 3.5–5), 2026-11-03';
const SERIES = {
  name: 'Potassium',
  codes: [],
  unit: 'mmol/L',
  range: null,
  points: [{ at: '2026-11-03', value: '5.1', number: 5.1, flag: 'high' as const }],
};
const ROWS = [
  { at: '2026-11-03', value: '5.1 mmol/L, high' },
  { at: '2026-05-12', value: '4.8 mmol/L, normal' },
];
const CHART_ANSWER = {
  is_plain: true,
  texts: [],
  entries: [{ name: 'Potassium', text: LINE, rows: [] as typeof ROWS }],
  series: [SERIES],
};
const answering = (rows: typeof ROWS = []) =>
  samplePatient({
    answer: { ...CHART_ANSWER, entries: [{ name: 'Potassium', text: LINE, rows }] },
    whose: 'Patient: Eleanor Ashgrove, female, 67 years',
  });
const found = { ...answering(), patient_id: 'p1' };
const search = { search_patient: patients('Eleanor Ashgrove') };

describe('a question for a value of the chart', () => {
  it('is answered from the open chart, without a tool or a model, with its source', async () => {
    const { state, path, calls, llm } = await askClinic({
      message: 'potassium?',
      patient: answering(),
      tools: TOOLS,
      script: { 'triage-request': { route: 'reasoning' }, 'synthesize-response': 'Something else [1].' },
    });
    expect(state.message).toBe(`${LINE} [1]`);
    expect(state.citations).toMatchObject([{ quote: LINE, support: 'supported' }]);
    expect(path).toContain('triage:charted');
    expect([calls, llm]).toEqual([[], 0]);
  });

  it('over a period closes with a table, and its values are there to be plotted', async () => {
    const { state } = await askClinic({ message: 'potassium this year', patient: answering(ROWS) });
    expect(state.message).toBe(
      [
        `${LINE} [1]`,
        '',
        '| Date | Potassium |',
        '| --- | --- |',
        '| 2026-11-03 | 5.1 mmol/L, high |',
        '| 2026-05-12 | 4.8 mmol/L, normal |',
      ].join('\n'),
    );
    const answer = sampleAnswer({ id: 'r', conversation_id: 'c' });
    expect(clinicOutput(answer, state)).toMatchObject({ patient_id: 'p1', chart_values: [SERIES] });
  });

  it('of somebody who is named is answered from their chart, and says whose it is', async () => {
    const { state, calls } = await askClinic({
      message: 'potassium of Eleanor Ashgrove?',
      tools: search,
      ports: { readPatient: async () => found },
    });
    expect(state.message).toBe(`${LINE} [1]\n\nPatient: Eleanor Ashgrove, female, 67 years [2]`);
    expect(calls.map(({ name }) => name)).toEqual(['search_patient']);
  });

  it('beside something else is answered first, and the rest after it', async () => {
    const { state, calls } = await askClinic({
      message: 'potassium, and check interactions between warfarin and aspirin',
      patient: { ...answering(), answer: { ...CHART_ANSWER, is_plain: false } },
      tools: TOOLS,
    });
    expect(calls.map(({ name }) => name)).toEqual(['check_drug_interactions']);
    expect(state.message?.indexOf(LINE)).toBe(0);
    expect(state.message).toContain('Aspirin increases the risk');
  });

  it('of nobody asks who is meant', async () => {
    const { state } = await askClinic({ message: 'last potassium?' });
    expect(state.clarification?.missing).toBe('patient');
  });
});

describe('a conversation about a patient', () => {
  const opened = { ...answering(), patient_id: 'unopened' };
  const follow = (message: string, patient_id: unknown = 'unopened') =>
    askClinic({ message, patient: opened, history: told('find Eleanor Ashgrove', { patient_id }) });

  it.each(['and his last potassium?', 'còn kali?', 'potassium', 'her K+ trend', 'any allergies?'])(
    'keeps them in “%s”',
    async (message) => {
      const { state } = await follow(message);
      expect(state.message).toContain(LINE);
      expect(state.message).toContain('Eleanor Ashgrove');
    },
  );

  it.each(['and the trend?', 'what about last year?', 'còn năm ngoái?', 'when was that'])(
    'goes on in “%s” with the question before it',
    async (message) => {
      const history = told('last HbA1c and potassium?', { patient_id: 'unopened' });
      const { state } = await askClinic({ message, patient: opened, history });
      expect(state.clinical_context?.user_input).toBe(`last HbA1c and potassium? ${message}`);
    },
  );

  it('takes a name alone for the answer to what was asked back', async () => {
    const [said, reply] = told('prescribe 20 mmol once a day', { clarification: { missing: 'drug' } });
    if (!said || !reply?.answer) throw new Error('there is an exchange');
    const history = [said, { ...reply, answer: { ...reply.answer, route: 'clarify' } }];
    const { proposed } = await askClinic({ message: 'potassium', patient: samplePatient(), history });
    expect(proposed).toMatchObject([{ tool: 'prescribe_medication', args: { medication: 'potassium' } }]);
  });

  it('does not give them to a question of its own, or to one about somebody else', async () => {
    const general = await follow('What does the guideline recommend for atrial fibrillation?');
    expect(general.state.clinical_context?.patient).toBeNull();
    const other = await follow('potassium of Nathan Holloway?');
    expect(other.state.clinical_context?.patient).toBeNull();
    const man = await askClinic({
      message: 'and his last potassium?',
      patient: { ...opened, gender: 'female' },
      history: told('find Eleanor Ashgrove', { patient_id: 'unopened' }),
    });
    expect(man.state.clarification?.missing).toBe('patient');
    const unknown = await follow('last potassium?', null);
    expect(unknown.state.clarification?.missing).toBe('patient');
  });
});

describe('a chart that is away', () => {
  const down = () => Promise.reject(new GalenError('CHART_UNAVAILABLE'));

  it.each(['potassium?', 'show me her chart', 'is she allergic to penicillin?'])(
    'is told as such for “%s”, and nobody is asked for a name',
    async (message) => {
      const turn = { message, patient: samplePatient(), ports: { readPatient: down } };
      const { state, path } = await askClinic(turn);
      expect(state.message).toContain('The chart could not be read.');
      expect(path).not.toContain('clarify:asked');
    },
  );

  it('is told as such where the search for a patient fails, and where the one found cannot be read', async () => {
    const searching = await askClinic({
      message: 'potassium of Eleanor Ashgrove?',
      tools: { search_patient: unavailable() },
    });
    expect(searching.state.message).toContain('is unavailable');
    expect(searching.state.message).not.toMatch(/which patient|none recorded/iu);
    const reading = await askClinic({
      message: 'potassium of Eleanor Ashgrove?',
      tools: search,
      ports: { readPatient: down },
    });
    expect(reading.state.message).toContain('The chart could not be read.');
    expect(reading.state.message).not.toMatch(/which patient|none recorded/iu);
  });
});

function told(question: string, output: Record<string, unknown>): Message[] {
  const shared = { run_id: 'r', created_at: '2025-01-01T00:00:00.000Z' };
  const answer = { ...sampleAnswer({ id: 'r', conversation_id: 'c' }), flow: 'clinic' as const, output };
  return [
    { ...shared, id: 'm1', author: 'asker', text: question, answer: null },
    { ...shared, id: 'm2', author: 'galen', text: 'Eleanor Ashgrove, female', answer },
  ];
}
