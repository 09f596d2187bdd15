import { describe, expect, it } from 'vitest';
import { askClinic } from '../testing/ask-clinic.ts';
import { found, type ToolScript, unavailable } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';
import { LABEL, patients, TOOLS } from './testing/tool-answers.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

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
      'Ibuprofen for this patient, major: With warfarin 5 mg: more bleeding. [1] Avoid it. [1]',
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

  it('asks for what a calculation lacks, with what was told of it', async () => {
    const question = 'For CURB-65 I still need: urea (mmol/L, mg/dL).';
    const { state, calls } = await askClinic({
      message: 'curb65: confused, rr 32, bp 85/50, 78yo',
      tools: { calculate: { reason: 'inputs-missing', message: { en: question, vi: question } } },
    });
    expect(state).toMatchObject({
      route: 'clarify',
      message: question,
      clarification: { missing: 'inputs' },
    });
    expect(calls[0]?.args).toMatchObject({
      calculators: ['curb-65'],
      inputs: { confusion: 'yes', respiratory_rate: '32', systolic: '85 mmHg', diastolic: '50 mmHg' },
    });
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
      tools: { ...TOOLS, retrieve_medical_info: unavailable('retry_same') },
    });
    expect(new Set(calls.map(({ name }) => name))).toEqual(
      new Set(['check_drug_safety', 'retrieve_medical_info']),
    );
    expect(calls.filter(({ name }) => name === 'retrieve_medical_info')).toHaveLength(3);
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
