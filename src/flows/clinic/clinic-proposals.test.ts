import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../domain/approval.ts';
import { askClinic, NO_APPROVALS } from '../testing/ask-clinic.ts';
import { samplePatient } from './testing/sample-patient.ts';
import { TOOLS } from './testing/tool-answers.ts';

describe('writes', () => {
  it.each([
    [
      'Start amlodipine 5 mg once daily',
      'prescribe_medication',
      { medication: 'amlodipine', dose: '5 mg', frequency: 'once daily' },
    ],
    [
      'Kê amlodipine 5 mg ngày 1 lần',
      'prescribe_medication',
      { medication: 'amlodipine', dose: '5 mg', frequency: 'ngày 1 lần' },
    ],
    [
      'add allergy: peanuts, anaphylaxis, high criticality',
      'add_allergy',
      { substance: 'peanuts', reaction: 'anaphylaxis', criticality: 'high', type: 'allergy' },
    ],
    [
      'Lưu ghi chú: bệnh nhân khám hôm nay',
      'save_clinical_note',
      { title: 'Ghi chú lâm sàng', text: 'bệnh nhân khám hôm nay' },
    ],
  ])('"%s" is proposed and waits; no tool is called', async (message, tool, args) => {
    const { result, proposed, calls } = await askClinic({ message, patient: samplePatient() });
    expect(result.status).toBe('paused');
    expect(calls).toEqual([]);
    expect(proposed).toMatchObject([{ tool, args: { patient_id: 'p1', ...args }, state: 'pending' }]);
  });

  it('keeps the names of a note as they were typed', async () => {
    const message = 'Save a note: discussed with Mrs Eleanor Ashgrove, phone 0912345678';
    const { proposed, begun } = await askClinic({ message, patient: samplePatient() });
    expect(proposed[0]?.args.text).toBe('discussed with Mrs Eleanor Ashgrove, phone 0912345678');
    expect(begun[0]?.question).not.toContain('0912345678');
  });

  it('are proposed together after the last subtask', async () => {
    const { result, proposed, calls } = await askClinic({
      message:
        'Check her current medicines against azithromycin and, if fine, prescribe azithromycin 500 mg daily for 3 days',
      patient: samplePatient(),
      tools: TOOLS,
    });
    expect(calls.map(({ name }) => name)).toEqual(['check_drug_interactions']);
    expect(calls[0]?.args).toEqual({
      drugs: ['azithromycin', 'amlodipine', 'warfarin'],
      language: 'en',
    });
    expect(result.status).toBe('paused');
    expect(proposed.map(({ tool }) => tool)).toEqual(['prescribe_medication']);
  });

  it('that are refused are said to be', async () => {
    const { state, path } = await askClinic({
      message: 'Start amlodipine 5 mg once daily',
      patient: samplePatient(),
      ports: { prepareWrite: async () => ({ ok: false, problem: 'there is no such patient.' }) },
    });
    expect(path.slice(-3)).toEqual(['propose:refused', 'synthesize:answered', 'verify:done']);
    expect(state.message).toContain(
      'I cannot propose this (prescribe_medication): there is no such patient.',
    );
  });

  it('that are all refused take nothing from what was found before them', async () => {
    const { state } = await askClinic({
      message: 'Show her chart and prescribe amlodipine 5 mg once daily',
      patient: samplePatient(),
      tools: TOOLS,
      ports: { prepareWrite: async () => ({ ok: false, problem: 'the dose cannot be read.' }) },
    });
    expect(state.message).toContain('Allergies: penicillin (rash)');
    expect(state.message).toContain('I cannot propose this');
    expect(state.message).toContain('the dose cannot be read.');
  });

  it('of which one is refused say so while the other waits, and after it', async () => {
    const stored: Proposal[] = [];
    const { result, resume } = await askClinic({
      message: 'Add allergy to peanuts and prescribe amoxicillin 500 mg three times daily',
      patient: samplePatient(),
      ports: {
        prepareWrite: async (_, { tool, args }) =>
          tool === 'add_allergy'
            ? { ok: false, problem: 'it is on record already.' }
            : { ok: true, args, patient_id: 'p1', summary: 'amoxicillin 500 mg', findings: [] },
        approvals: {
          ...NO_APPROVALS,
          propose: async (_, proposals) =>
            void stored.push(
              ...proposals.map((proposal) => ({
                ...proposal,
                state: 'rejected' as const,
                reason: 'no',
                decided_by: 'me',
                result: null,
                settled_at: null,
              })),
            ),
          ofRun: async () => stored,
        },
      },
    });
    expect(result.status).toBe('paused');
    const refusal = 'I cannot propose this (add_allergy): it is on record already.';
    expect(result.state.message).toContain('- amoxicillin 500 mg');
    expect(result.state.message).toContain(refusal);
    const done = await resume();
    expect(done.state.message).toContain('Rejected, nothing was written: amoxicillin 500 mg');
    expect(done.state.message).toContain('it is on record already.');
  });
});

describe('writes, with a model that makes things up', () => {
  const lookup = (tool: string, query: string) => ({ 'triage-request': { route: 'lookup', tool, query } });

  it.each([
    [
      'Start amlodipine 5 mg once daily',
      'prescribe_medication',
      'warfarin 50 mg IV four times a day for 30 days',
      { patient_id: 'p1', medication: 'amlodipine', dose: '5 mg', frequency: 'once daily' },
    ],
    [
      'add allergy: peanuts',
      'add_allergy',
      'penicillin, anaphylaxis, high criticality',
      { patient_id: 'p1', substance: 'peanuts', type: 'allergy' },
    ],
    [
      'Save a note: seen today',
      'save_clinical_note',
      'Save a note: patient consents to surgery',
      { patient_id: 'p1', title: 'Clinical note', text: 'seen today' },
    ],
  ])('hold only what the asker said: "%s"', async (message, tool, query, args) => {
    const { proposed } = await askClinic({ message, patient: samplePatient(), script: lookup(tool, query) });
    expect(proposed.map((proposal) => proposal.args)).toEqual([args]);
  });

  it.each([
    [
      'Prescribe amoxicillin 500 mg',
      'prescribe_medication',
      'amoxicillin 500 mg three times a day',
      'frequency',
    ],
    ['Prescribe it, please: 500 mg twice a day', 'prescribe_medication', 'amoxicillin', 'drug'],
  ])('ask for what is missing and no model fills in: "%s"', async (message, tool, query, missing) => {
    const script = {
      ...lookup(tool, query),
      'fix-arguments': { query: `${query} amoxicillin 500 mg twice a day` },
    };
    const { state, proposed, path } = await askClinic({ message, patient: samplePatient(), script });
    expect(proposed).toEqual([]);
    expect(path).toContain('clarify:asked');
    expect(state.missing).toBe(missing);
  });

  it('are not made of a question: triage', async () => {
    const { proposed, topics, state } = await askClinic({
      message: 'check interactions between warfarin and aspirin',
      patient: samplePatient(),
      tools: TOOLS,
      script: lookup('prescribe_medication', 'aspirin 75 mg once daily'),
    });
    expect(proposed).toEqual([]);
    expect(topics).toContain('write-not-asked');
    expect(state.triage?.tool).toBe('check_drug_interactions');
  });

  it('are not made of a question: the subtasks and their plans', async () => {
    const message = 'Search the literature on finerenone in CKD and then find recruiting trials';
    const write = { task: 'prescribe finerenone 10 mg once daily', tool: 'prescribe_medication' };
    const split = await askClinic({
      message,
      patient: samplePatient(),
      script: { 'decompose-intent': { subtasks: [write] } },
    });
    const planned = await askClinic({
      message,
      patient: samplePatient(),
      script: {
        'decompose-intent': { subtasks: [{ ...write, tool: null }] },
        'plan-subtask': { tool: 'prescribe_medication', query: write.task },
      },
    });
    for (const { proposed, topics } of [split, planned]) {
      expect(proposed).toEqual([]);
      expect(topics).toContain('write-not-asked');
    }
    expect(split.calls.map(({ name }) => name)).toContain('find_clinical_trials');
    expect(planned.calls.map(({ name }) => name)).toEqual(['retrieve_medical_info']);
  });

  it('are not made twice of one order', async () => {
    const order = { task: 'prescribe amlodipine', tool: 'prescribe_medication' };
    const { proposed } = await askClinic({
      message: 'Show her chart and prescribe amlodipine 5 mg once daily',
      patient: samplePatient(),
      tools: TOOLS,
      script: { 'decompose-intent': { subtasks: [order, order] } },
    });
    expect(proposed).toHaveLength(1);
  });
});

describe('several writes', () => {
  it.each([
    [
      'Prescribe warfarin 5 mg once daily and ibuprofen 400 mg three times daily',
      [
        { medication: 'warfarin', dose: '5 mg', frequency: 'once daily' },
        { medication: 'ibuprofen', dose: '400 mg', frequency: 'three times daily' },
      ],
    ],
    [
      'Kê warfarin 5 mg ngày 1 lần và kê ibuprofen 400 mg ngày 3 lần',
      [
        { medication: 'warfarin', dose: '5 mg', frequency: 'ngày 1 lần' },
        { medication: 'ibuprofen', dose: '400 mg', frequency: 'ngày 3 lần' },
      ],
    ],
    [
      'Add allergy to peanuts and prescribe amoxicillin 500 mg three times daily',
      [{ substance: 'peanuts' }, { medication: 'amoxicillin', dose: '500 mg' }],
    ],
    [
      'She takes lisinopril 10 mg. Prescribe amlodipine 5 mg once daily',
      [{ medication: 'amlodipine', dose: '5 mg' }],
    ],
  ])('are proposed each with its own words: "%s"', async (message, orders) => {
    const { proposed } = await askClinic({ message, patient: samplePatient() });
    expect(proposed.map(({ args }) => args)).toMatchObject(orders);
    expect(proposed).toHaveLength(orders.length);
  });

  it('ask for the dose of the one that has none', async () => {
    const { proposed, state } = await askClinic({
      message: 'Prescribe warfarin and ibuprofen 400 mg three times daily',
      patient: samplePatient(),
    });
    expect(proposed).toEqual([]);
    expect(state.missing).toBe('dose');
  });
});
