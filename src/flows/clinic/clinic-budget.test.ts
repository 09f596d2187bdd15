import { describe, expect, it } from 'vitest';
import { askClinic } from '../testing/ask-clinic.ts';
import { countingGateway } from '../testing/counting-gateway.ts';
import { found, type ToolScript, unavailable } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';

const TOOLS: ToolScript = {
  check_drug_interactions: found('Aspirin increases the risk of bleeding in patients who take warfarin.'),
  get_clinical_guideline: found(
    'An ACE inhibitor is recommended for hypertension in chronic kidney disease.',
  ),
  retrieve_medical_info: found('INR is the international normalised ratio of the prothrombin time.'),
  get_patient_chart: found('Allergies: penicillin (rash)'),
};
const PLAN = { tool: 'search_medical_literature', query: 'finerenone' };
const nothing = { status: 'not-found' as const, strategy: 'retry_reformulate' as const };

/** Asks with a model that answers everything, and tells which tasks it was asked. */
async function ask(
  turn: Omit<Parameters<typeof askClinic>[0], 'ports'>,
  { script, callsPerTask }: { script?: Record<string, unknown>; callsPerTask?: number } = {},
) {
  const gateway = countingGateway(script, callsPerTask === undefined ? {} : { callsPerTask });
  const asked = await askClinic({ tools: TOOLS, ...turn, ports: { gateway } });
  return { ...asked, gateway, tasks: gateway.asked };
}

describe('the budget of model calls', () => {
  it('of a direct answer is 1', async () => {
    const { tasks } = await ask({ message: 'What does INR stand for?' });
    expect(tasks).toEqual(['synthesize-response']);
  });

  it('of a lookup is 2, and 3 when its arguments need fixing', async () => {
    const message = 'check interactions between warfarin and aspirin';
    expect((await ask({ message })).tasks).toEqual(['triage-request', 'synthesize-response']);
    const invalid = { status: 'invalid' as const, message: { en: 'bad', vi: 'sai' } };
    const tools: ToolScript = {
      check_drug_interactions: (_, nth) =>
        nth === 1 ? invalid : found('Aspirin and warfarin cause bleeding together.'),
    };
    expect((await ask({ message, tools })).tasks).toEqual([
      'triage-request',
      'fix-arguments',
      'synthesize-response',
    ]);
  });

  it('of a judgement is 4 without tools and 5 with them', async () => {
    const turn = {
      message: 'best antihypertensive for CKD stage 3 patient on amlodipine?',
      patient: samplePatient(),
    };
    const with2 = ['triage-request', 'think', 'extract-tool-needs', 'reason-again', 'synthesize-response'];
    expect((await ask(turn)).tasks).toEqual(with2);
    const none = await ask(turn, { script: { 'extract-tool-needs': { calls: [] } } });
    expect(none.tasks).toEqual(['triage-request', 'think', 'extract-tool-needs', 'synthesize-response']);
  });

  it('of several steps is 3 when all goes well: whoever splits the request names the tools', async () => {
    const { tasks, state } = await ask({
      message: 'review chart, check interactions with new Rx, suggest alternatives',
      patient: samplePatient(),
    });
    expect(state.subtasks).toHaveLength(3);
    expect(tasks).toEqual(['triage-request', 'decompose-intent', 'synthesize-response']);
  });

  it.each([
    ['a tool that finds nothing', nothing, 1],
    ['a tool that is away', unavailable('retry_same'), 1],
    ['a tool that is away and a model that must be asked twice', nothing, 2],
    ['a model that must be asked five times', nothing, 5],
  ])('of several steps never exceeds 3 + 3N: %s', async (_, failure, callsPerTask) => {
    const subtasks = Array.from({ length: 5 }, (__, i) => ({ task: `literature on ${i}`, tool: null }));
    const { llm, state } = await ask(
      {
        message: 'Search the literature on finerenone in CKD and then find recruiting trials',
        tools: { search_medical_literature: failure, get_clinical_guideline: nothing },
      },
      { script: { 'decompose-intent': { subtasks }, 'plan-subtask': PLAN }, callsPerTask },
    );
    expect(llm).toBeLessThanOrEqual(3 + 3 * (state.subtasks?.length ?? 0));
    expect(llm).toBeGreaterThan(0);
  });

  it.each([
    ['Hello', 2],
    ['check interactions between warfarin and aspirin', 3],
    ['best antihypertensive for CKD stage 3 patient on amlodipine?', 5],
  ])('holds when every task takes a repair: "%s"', async (message, limit) => {
    const { llm, state } = await ask({ message, patient: samplePatient() }, { callsPerTask: 2 });
    expect(llm).toBeLessThanOrEqual(limit);
    expect(state.message).not.toBe('');
  });

  it('that is spent on a subtask leaves its planning to rules', async () => {
    const { tasks, calls } = await ask(
      {
        message: 'Search the literature on finerenone in CKD and then find recruiting trials',
        tools: { search_medical_literature: nothing, find_clinical_trials: nothing },
      },
      { callsPerTask: 2 },
    );
    expect(tasks.filter((task) => task === 'plan-subtask').length).toBeLessThanOrEqual(6);
    expect(calls.length).toBeGreaterThanOrEqual(6);
  });
});
