import { describe, expect, it } from 'vitest';
import type { Message } from '../../domain/run-record.ts';
import { sampleAnswer } from '../../records/testing/sample-records.ts';
import { askClinic } from '../testing/ask-clinic.ts';
import type { PatientSummary } from './clinic-state.ts';
import { samplePatient } from './testing/sample-patient.ts';

const order = (medication: string, dose: string, frequency: string) => [
  { patient_id: 'p1', medication, dose, frequency },
];

describe('the answer to a question asked back', () => {
  it.each([
    [['start lisinopril', '5 mg once daily'], order('lisinopril', '5 mg', 'once daily')],
    [['start lisinopril', '5 mg', 'once daily'], order('lisinopril', '5 mg', 'once daily')],
    [['prescribe nitrofurantoin 100 mg', 'bd'], order('nitrofurantoin', '100 mg', 'bd')],
    [['prescribe nitrofurantoin 100 mg', 'twice a day'], order('nitrofurantoin', '100 mg', 'twice a day')],
    [['Prescribe 500 mg tds', 'amoxicillin'], order('amoxicillin', '500 mg', 'tds')],
    [['prescribe metfornin 500 mg bd', 'metformin'], order('metformin', '500 mg', 'bd')],
    [['prescribe metfornin 500 mg bd', 'yes'], order('metformin', '500 mg', 'bd')],
    [['prescribe metfornin 500 mg bd', '"metfornin"'], order('metfornin', '500 mg', 'bd')],
    [['prescribe metfornin 500 mg bd', 'metfornin'], order('metfornin', '500 mg', 'bd')],
    [['start lisinopril', 'amlodipine instead, 5 mg once daily'], order('amlodipine', '5 mg', 'once daily')],
    [
      ['Prescribe warfarin 5 mg daily, hold if INR above 4', 'warfarin 5 mg once daily'],
      order('warfarin', '5 mg', 'once daily'),
    ],
    [['Kê lisinopril', '5 mg ngày 1 lần'], order('lisinopril', '5 mg', 'ngày 1 lần')],
    [['Kê amoxicillin 500 mg', 'ngày 3 lần'], order('amoxicillin', '500 mg', 'ngày 3 lần')],
  ])('completes the order: %j', async (messages, expected) => {
    const { proposed } = await converse(messages);
    expect(proposed.map(({ args }) => args)).toEqual(expected);
  });

  it.each([
    [['start lisinopril', 'never mind, cancel that 5 mg once daily was a mistake']],
    [['start lisinopril', 'no, do not start it, 5 mg once daily is too much']],
    [['start lisinopril', 'is 5 mg once daily enough?']],
    [['Kê lisinopril', 'thôi, hủy đi']],
    [['Kê lisinopril', 'đừng kê nữa']],
  ])('takes the order back: %j', async (messages) => {
    const { proposed, path } = await converse(messages);
    expect(proposed).toEqual([]);
    expect(path).not.toContain('clarify:asked');
  });

  it('carries no dose over to a drug that was not offered', async () => {
    const { proposed, state } = await converse(['prescribe metfornin 500 mg bd', 'insulin']);
    expect(proposed).toEqual([]);
    expect(state.clarification).toMatchObject({ missing: 'dose' });
  });

  it('offers drugs spelt nearly so, and none of the chart', async () => {
    const { state } = await converse(['prescribe metfornin 500 mg bd']);
    expect(state.message).toBe('Which drug do you mean by “metfornin”: metformin or "metfornin"?');
    expect(state.clarification?.choices.map(({ value }) => value)).toEqual(['metformin', '"metfornin"']);
  });

  it('names what was not understood', async () => {
    const { state } = await converse(['Prescribe amlodipine 5 mg once daily for ashgrov']);
    expect(state.message).toContain('“for ashgrov”');
    const doses = await converse(['Prescribe prednisolone 40 mg daily for 5 days then 20 mg daily']);
    expect(doses.state.message).toMatch(
      /^I read “prednisolone, 40 mg[^”]*”: What does “20 mg[^”]*” mean here\? Until/u,
    );
    const drugs = await converse(['Prescribe ibuprofen 400 mg tds unless she is on warfarin']);
    expect(drugs.state.message).toContain('warfarin');
  });

  it('is a patient by the value of a choice, too', async () => {
    const said = history('Show me the chart of Eleanor Ashgrove', {
      missing: 'patient',
      question: 'Which one do you mean?',
      choices: [{ label: 'Eleanor Ashgrove, GAL-0008', value: 'gal-0008' }],
      patient_id: null,
    });
    const { calls } = await askClinic({ message: 'gal-0008', history: said });
    expect(calls[0]).toMatchObject({ name: 'search_patient', args: { identifier: 'GAL-0008' } });
  });

  it('is none for another chart', async () => {
    const other = samplePatient({ patient_id: 'p2', withheld: ['Other Person'] });
    const { proposed } = await converse(['start lisinopril', '5 mg once daily'], [samplePatient(), other]);
    expect(proposed).toEqual([]);
  });

  it('is not given by what follows an order that was made', async () => {
    const said = history('Prescribe lisinopril 5 mg once daily', null);
    for (const message of ['thanks', 'and 10 mg?', 'ok']) {
      const { proposed } = await askClinic({ message, patient: samplePatient(), history: said });
      expect(proposed, message).toEqual([]);
    }
  });
});

describe('an order for someone who is not the open chart’s patient', () => {
  it.each([
    'prescribe amlodipine 5 mg daily for mrs lindqvarn',
    'kê amlodipine 5 mg ngày 1 lần cho cụ nhân',
    'Prescribe amlodipine 5 mg daily for Mr Lindqvarn',
    'prescribe amlodipine 5 mg daily for lindqvarn',
  ])('is not proposed for that one: "%s"', async (message) => {
    const { proposed } = await askClinic({ message, patient: samplePatient() });
    expect(proposed).toEqual([]);
  });

  it.each([
    'prescribe amlodipine 5 mg daily for mrs ashgrove',
    'Prescribe amlodipine 5 mg daily for Eleanor Ashgrove',
    'prescribe amlodipine 5 mg daily for ashgrove',
  ])('is proposed where it is the same: "%s"', async (message) => {
    const { proposed } = await askClinic({ message, patient: samplePatient() });
    expect(proposed.map(({ args }) => args)).toEqual(order('amlodipine', '5 mg', 'daily'));
  });
});

/** One turn after the other, each with what was said before; the charts open, the last one for all that follow. */
async function converse(
  messages: readonly string[],
  patients: readonly PatientSummary[] = [samplePatient()],
) {
  let said: Message[] = [];
  let turn: Awaited<ReturnType<typeof askClinic>> | null = null;
  for (const [at, message] of messages.entries()) {
    const patient = patients[at] ?? patients.at(-1) ?? null;
    turn = await askClinic({ message, patient, history: said });
    const { state } = turn;
    said = [...said, ...history(message, state.route === 'clarify' ? state.clarification : null)];
  }
  if (turn === null) throw new Error('nothing was said');
  return turn;
}

function history(question: string, clarification: unknown): Message[] {
  const shared = { run_id: 'r', created_at: '2025-01-01T00:00:00.000Z' };
  const answer = {
    ...sampleAnswer({ id: 'r', conversation_id: 'c' }),
    flow: 'clinic' as const,
    route: clarification === null ? 'lookup' : 'clarify',
    output: { clarification },
  };
  return [
    { ...shared, id: 'm1', author: 'asker', text: question, answer: null },
    { ...shared, id: 'm2', author: 'galen', text: answer.message, answer },
  ];
}
