import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Message } from '../../domain/run-record.ts';
import { FlowError } from '../../engine/flow-error.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { sampleAnswer, samplePrincipal } from '../../records/testing/sample-records.ts';
import { askClinic, NO_APPROVALS } from '../testing/ask-clinic.ts';
import { fakeTools, found, type ToolScript, unavailable } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';

const LABEL =
  'Aspirin increases the risk of bleeding in patients who take warfarin. Monitor the INR more often when aspirin is started.';
const GUIDELINE =
  'An ACE inhibitor or ARB is recommended for people with hypertension and chronic kidney disease. Amlodipine may be combined with an ACE inhibitor or ARB in chronic kidney disease.';
const TOOLS: ToolScript = {
  check_drug_interactions: {
    ...found({ title: 'Warfarin sodium label', text: LABEL }),
    message: {
      en: 'warfarin + aspirin: an interaction is described.',
      vi: 'warfarin + aspirin: có mô tả tương tác.',
    },
  },
  get_clinical_guideline: found({ title: 'Chronic kidney disease guideline', text: GUIDELINE }),
  get_patient_chart: found({
    title: 'Patient chart',
    text: 'Allergies: penicillin (rash)\nCurrent medication: warfarin 5 mg once daily',
  }),
};
const patients = (...names: string[]) => ({
  status: 'ok' as const,
  reason: null,
  output: {
    patients: names.map((name, i) => ({
      id: `p${i + 1}`,
      name,
      birth_date: '1957-01-01',
      gender: 'female',
      identifiers: [`GAL-000${i + 1}`],
    })),
  },
});
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
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

describe('the fast path, when a call fails', () => {
  const message = 'check interactions between warfarin and aspirin';

  it('makes it again at most twice while the fault may pass, then says what was not checked', async () => {
    const { state, path, calls } = await askClinic({
      message,
      tools: { check_drug_interactions: unavailable('retry_same') },
    });
    expect(path.filter((step) => step.startsWith('execute:'))).toEqual([
      'execute:retry',
      'execute:retry',
      'execute:done',
    ]);
    expect(calls).toHaveLength(3);
    expect(state.message).toContain('Nothing was checked; this does not mean that nothing was found.');
    expect(state.confidence_level).toBe('low');
  });

  it('goes on as soon as it answers', async () => {
    const tools: ToolScript = {
      check_drug_interactions: (_, nth) => (nth === 1 ? unavailable('retry_same') : found(LABEL)),
    };
    const { state, calls } = await askClinic({ message, tools });
    expect(calls).toHaveLength(2);
    expect(state.message).toContain('Aspirin increases the risk');
    expect(state.message).not.toContain('unavailable');
  });

  it('does not repeat what will not pass', async () => {
    const { calls } = await askClinic({ message, tools: { check_drug_interactions: unavailable('skip') } });
    expect(calls).toHaveLength(1);
  });

  it('puts the query into other words once when the tool does not take it', async () => {
    const invalid = { status: 'invalid' as const, reason: 'schema', message: { en: 'bad', vi: 'sai' } };
    const { path, calls } = await askClinic({ message, tools: { check_drug_interactions: invalid } });
    expect(path.filter((step) => /^(?:execute|fix)/u.test(step))).toEqual([
      'execute:invalid',
      'fix-arguments:fixed',
      'execute:done',
    ]);
    expect(calls).toHaveLength(2);
  });

  it('tells what was not read beside what was found', async () => {
    const unchecked = { en: 'openFDA was not read.', vi: 'Chưa đọc được openFDA.' };
    const { state } = await askClinic({
      message,
      tools: { check_drug_interactions: { ...found(LABEL), unchecked } },
      script: { 'synthesize-response': 'Aspirin increases the risk of bleeding with warfarin [1].' },
    });
    expect(state.message).toContain('Aspirin increases the risk of bleeding');
    expect(state.message).toContain('openFDA was not read.');
  });

  it('checks a drug against the open chart as well, and answers by it while the label is away', async () => {
    const asked: unknown[] = [];
    const { state } = await askClinic({
      message: 'Is ibuprofen safe for this patient?',
      patient: samplePatient(),
      tools: { check_drug_safety: unavailable() },
      ports: {
        checkForPatient: async (_, patientId, medication) => {
          asked.push({ patientId, medication });
          const message = 'With warfarin 5 mg: more bleeding. Avoid it.';
          return [{ check: 'interaction', severity: 'major', message, evidence: [] }];
        },
      },
    });
    expect(asked).toEqual([{ patientId: 'p1', medication: 'ibuprofen' }]);
    expect(state.message).toContain(
      'ibuprofen for this patient, major: With warfarin 5 mg: more bleeding. [1] Avoid it. [1]',
    );
    expect(state.message).toContain('openFDA is unavailable');
  });

  it('asks in the language of the asker even where it is the name of the patient too', async () => {
    const { calls } = await askClinic({
      message: 'Kiểm tra tương tác giữa warfarin và aspirin',
      patient: { ...samplePatient(), withheld: ['Nguyễn Thị Vi'] },
      tools: TOOLS,
    });
    expect(calls[0]?.args).toMatchObject({ language: 'vi' });
  });

  it('lists the patients that a search found, by name', async () => {
    const { state } = await askClinic({
      message: 'Tìm bệnh nhân Nguyễn Thị Mai Sương',
      tools: { search_patient: patients('Nguyễn Thị Mai Sương', 'Nguyễn Thị Mai Sương B') },
    });
    expect(state.message).toContain('Nguyễn Thị Mai Sương, female, 1957-01-01, GAL-0001 [1]');
    expect(state.message).toContain('GAL-0002');
    expect(state.abstained).toBeUndefined();
  });

  it('tells what a model sees in an image, and that it is no report', async () => {
    const message = { en: 'A model’s impression of the image, not a report.', vi: 'Nhận xét của mô hình.' };
    const { state, calls } = await askClinic({
      message: 'What do you see in the attached image?',
      image: PIXEL,
      tools: {
        analyze_medical_image: {
          status: 'ok',
          message,
          output: { description: 'No fracture is seen.', model: 'm' },
        },
      },
    });
    expect(calls[0]?.args).toMatchObject({ image: PIXEL.slice(PIXEL.indexOf(',') + 1) });
    expect(state.message).toContain('not a report');
    expect(state.message).toContain('No fracture is seen.');
  });

  it('tells "not found" as such, in the language of the asker', async () => {
    const { state } = await askClinic({ message: 'Tìm y văn về finerenone trong bệnh thận mạn' });
    expect(state.message).toBe('Đã tìm và không thấy gì.');
    expect(state.abstained).toBeUndefined();
  });
});

describe('the reasoning path', () => {
  const message = 'Should we keep metformin with this kidney function?';

  it('looks up at most two things, and says what could not be checked', async () => {
    const { state, calls } = await askClinic({
      message: 'He wants ibuprofen for his knee while on warfarin. Is that reasonable?',
      patient: samplePatient(),
      tools: { ...TOOLS, check_drug_interactions: unavailable('retry_same') },
    });
    expect(new Set(calls.map(({ name }) => name))).toEqual(
      new Set(['check_drug_interactions', 'get_clinical_guideline']),
    );
    expect(calls.filter(({ name }) => name === 'check_drug_interactions')).toHaveLength(3);
    expect(state.message).toContain('openFDA is unavailable');
    expect(state.message).toContain('Current medication');
  });

  it('goes straight to the answer when nothing needs to be looked up', async () => {
    const { path, state } = await askClinic({
      message,
      patient: samplePatient(),
      script: { 'extract-tool-needs': { calls: [] } },
    });
    expect(path.slice(5, 8)).toEqual(['triage:reasoning', 'thinking:thought', 'tool-needs:none']);
    expect(state.message).toContain('eGFR 45');
  });

  it('leaves out a call that cannot be made', async () => {
    const calls = [{ tool: 'check_drug_interactions', query: 'metformin' }];
    const { path, topics } = await askClinic({
      message,
      patient: samplePatient({ medications: [] }),
      script: { 'extract-tool-needs': { calls } },
    });
    expect(path).toContain('tool-needs:none');
    expect(topics).toContain('call-invalid');
  });

  it('shows how it came to its answer', async () => {
    const { state } = await askClinic({ message, patient: samplePatient(), tools: TOOLS });
    const steps = state.reasoning_timeline?.map(({ step }) => step);
    expect(steps?.slice(0, 3)).toEqual(['triage', 'context', 'thinking']);
    expect(steps).toEqual(expect.arrayContaining(['tool', 'result']));
    expect(state.reasoning_timeline?.[0]).toMatchObject({ decision: 'REASONING' });
    expect(JSON.stringify(state.reasoning_timeline)).not.toContain('Ashgrove');
  });
});

describe('the loop of subtasks', () => {
  const message = 'Search the literature on finerenone in CKD and then find recruiting trials';

  it.each([
    ['retry_same', unavailable('retry_same'), ['retry_same', 'retry_same', 'skip_subtask']],
    [
      'retry_reformulate',
      { status: 'not-found' as const, strategy: 'retry_reformulate' as const },
      ['retry_reformulate', 'retry_reformulate', 'skip_subtask'],
    ],
    ['skip', unavailable('skip'), ['skip_subtask']],
  ])('meets a failure by %s, three times at most, and goes on', async (_, failure, strategies) => {
    const { path, calls, state } = await askClinic({
      message,
      tools: {
        search_medical_literature: failure,
        find_clinical_trials: found('A trial of finerenone in chronic kidney disease is recruiting now.'),
      },
    });
    const chosen = path
      .filter((step) => step.startsWith('error-strategy:'))
      .map((step) => step.split(':')[1]);
    expect(chosen).toEqual(strategies);
    expect(calls.filter(({ name }) => name === 'search_medical_literature')).toHaveLength(strategies.length);
    expect(calls.at(-1)?.name).toBe('find_clinical_trials');
    expect(state.message).toContain('A trial of finerenone');
  });

  it('searches again in fewer words', async () => {
    const failure = { status: 'not-found' as const, strategy: 'retry_reformulate' as const };
    const { calls } = await askClinic({ message, tools: { search_medical_literature: failure } });
    const queries = calls.filter(({ name }) => name === 'search_medical_literature').map(({ args }) => args);
    expect(queries.slice(0, 2)).toEqual([{ query: 'finerenone in CKD' }, { query: 'finerenone' }]);
  });

  it('never works off more than five subtasks', async () => {
    const subtasks = Array.from({ length: 5 }, (_, i) => ({
      task: `literature on drug ${i}`,
      tool: 'search_medical_literature',
    }));
    const { calls } = await askClinic({ message, script: { 'decompose-intent': { subtasks } } });
    expect(calls).toHaveLength(5);
  });

  it('finds a patient who is named before it opens the chart', async () => {
    const patient = samplePatient();
    const { calls, state } = await askClinic({
      message: 'Show me the chart of Eleanor Ashgrove',
      tools: { ...TOOLS, search_patient: patients('Eleanor Ashgrove') },
      ports: { readPatient: async () => patient },
    });
    expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: 'search_patient', args: { name: 'Eleanor Ashgrove' } },
      { name: 'get_patient_chart', args: { patient_id: 'p1', language: 'en' } },
    ]);
    expect(state.message).toContain('Allergies: penicillin (rash)');
  });

  it('goes on to the chart when a model plans only to search', async () => {
    const patient = samplePatient();
    const { path, calls } = await askClinic({
      message: 'Show me the chart of Eleanor Ashgrove',
      tools: { ...TOOLS, search_patient: patients('Eleanor Ashgrove') },
      script: { 'decompose-intent': { subtasks: [{ task: 'show the chart', tool: 'get_patient_chart' }] } },
      ports: { readPatient: async () => patient },
    });
    expect(path).toContain('assess:needs-more-action');
    expect(calls.map(({ name }) => name)).toEqual(['search_patient', 'get_patient_chart']);
  });

  it("never answers about one patient from another's open chart", async () => {
    const tools = { ...TOOLS, search_patient: patients('Tobias Lindqvarn') };
    const { calls, topics } = await askClinic({
      message: "Show Mr Tobias Lindqvarn's latest labs",
      patient: samplePatient(),
      tools,
    });
    expect(topics).toContain('another-patient-named');
    expect(calls[0]).toMatchObject({ name: 'search_patient', args: { name: 'Tobias Lindqvarn' } });
    const same = await askClinic({
      message: "Show Mrs Ashgrove's latest labs",
      patient: samplePatient(),
      tools,
    });
    expect(same.calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: 'get_patient_chart', args: { patient_id: 'p1', language: 'en' } },
    ]);
  });

  it('asks which patient is meant when several match, with their names as choices', async () => {
    const { state, path, calls } = await askClinic({
      message: 'Show me the chart of Eleanor Ashgrove',
      tools: { search_patient: patients('Eleanor Ashgrove', 'Eleanor Ashgrove-Smith') },
    });
    expect(path.slice(-3)).toEqual(['assess:needs-user-input', 'clarify:asked', 'verify:done']);
    expect(calls).toHaveLength(1);
    expect(state.message).toContain(
      'Eleanor Ashgrove, female, 1957-01-01, GAL-0001 or Eleanor Ashgrove-Smith',
    );
    expect(state.clarification?.choices.map(({ value }) => value)).toEqual(['p1', 'p2']);
    expect(state).toMatchObject({ route: 'clarify', citations: [] });
  });

  it('leaves a subtask out, and says so, when only the asker could complete it', async () => {
    const { state, path } = await askClinic({
      message: 'Review her allergies, pick a guideline-recommended antibiotic, and draft the prescription',
      patient: samplePatient(),
      tools: TOOLS,
    });
    expect(path).toContain('missing:skip');
    expect(state.message).toContain('Not done (prescribe_medication): no drug is named.');
    expect(state.message).toContain('Allergies: penicillin');
  });
});

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
