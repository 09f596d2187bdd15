import { describe, expect, it } from 'vitest';
import { DeskSettings } from '../../domain/desk-agents.ts';
import { ChitchatRouting, DeskFailure, DeskFinal, DeskProgress } from '../../domain/desk-output.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { askDesk, type DeskTurn } from '../testing/ask-desk.ts';
import { defaultDeskSettings } from './agents/default-settings.ts';
import type { ToolResult } from './desk-work.ts';
import type { DeskTool, DeskTools } from './tools/desk-tool.ts';

const principal = samplePrincipal({
  audience: 'staff',
  scopes: ['public', 'internal'],
  departments: ['hr', 'it', 'general'],
});

/** A document of a department that says one thing. */
function found(agent: string, text: string, part: { created_at?: string; id?: string } = {}): ToolResult {
  const id = part.id ?? `${agent}-document`;
  const document = {
    id,
    text,
    title: `About ${agent}`,
    department: agent,
    created_at: part.created_at ?? '2025-01-01T00:00:00.000Z',
  };
  const passage = rankedPassage({ document });
  return {
    answer: text,
    context: '',
    passages: [passage],
    sentences: [{ text, passage_id: passage.id, score: 1 }],
    cached: null,
  };
}

const SAYINGS: Record<string, string> = {
  hr: 'Annual leave is 14 days for every employee.',
  it: 'The VPN session limit is 8 hours for staff.',
  general: 'The library opens at 08:00 on working days.',
};
const unused: DeskTool = async () => null;
const tools = (rag: DeskTool, part: Partial<DeskTools> = {}): DeskTools => ({
  rag_tool: rag,
  summary_tool: unused,
  math_tool: unused,
  log_tool: unused,
  ...part,
});
const answering: DeskTool = async ({ task }) => found(task.agent, SAYINGS[task.agent] ?? '');
const ALL_THREE = 'How long is annual leave, what is the VPN session limit, and when does the library open?';
const ask = (part: Partial<DeskTurn> = {}) =>
  askDesk({ message: ALL_THREE, principal, tools: tools(answering), ...part });
const withWorkflow = (part: Partial<DeskSettings['workflow_config']>) =>
  DeskSettings.parse({
    ...defaultDeskSettings(),
    workflow_config: { ...defaultDeskSettings().workflow_config, ...part },
  });

const TO_PLAN = ['validate:pass', 'open:opened', 'orchestrate:complex', 'reflect:routed', 'plan:planned'];
const RAN = [...TO_PLAN, 'run-agents:ran', 'ask-others:enough', 'resolve:resolved'];

describe('the desk flow', () => {
  it('asks each department its part and cites what each found', async () => {
    const { path, state, output, progress } = await ask();
    expect(path).toEqual([...RAN, 'format:answered', 'verify:done']);
    for (const text of Object.values(SAYINGS)) expect(state.message).toContain(text);
    const final = DeskFinal.parse(output);
    expect(final.execution_metadata.agents_invoked.sort()).toEqual(['general', 'hr', 'it']);
    expect(final.flow_action.map(({ order }) => order)).toEqual(final.flow_action.map((_, i) => i + 1));
    expect(final.flow_action.find(({ node_id }) => node_id === 'orchestrator#summary')?.depends_on).toEqual(
      expect.arrayContaining(['hr#rag', 'it#rag', 'general#rag']),
    );
    for (const data of progress) DeskProgress.parse(data);
  });

  it('answers a plain question directly', async () => {
    const { path } = await ask({ message: 'What does the VPN policy say?' });
    expect(path.slice(2)).toEqual([
      'orchestrate:simple',
      'plan:planned',
      'run-agents:ran',
      'ask-others:enough',
      'resolve:resolved',
      'format:answered',
      'verify:done',
    ]);
  });

  it('has small talk without asking anyone', async () => {
    const { path, output, state } = await ask({
      message: 'Hello there',
      tools: tools(() => Promise.reject(new Error('asked'))),
    });
    expect(path.slice(-2)).toEqual(['reflect:chitchat', 'verify:done']);
    expect(ChitchatRouting.parse(output).chitchat_response).toBe(state.message);
  });

  it('runs the tasks of a group side by side, up to the limit', async () => {
    const overlapOf = async (settings: DeskSettings) => {
      let running = 0;
      let most = 0;
      const counting: DeskTool = async (call) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return answering(call);
      };
      await ask({ tools: tools(counting), settings });
      return most;
    };
    expect(await overlapOf(defaultDeskSettings())).toBe(3);
    expect(await overlapOf(withWorkflow({ max_concurrent_agents: 2 }))).toBe(2);
    const inTurn = DeskSettings.parse({
      ...defaultDeskSettings(),
      agent_configs: { enable_parallel_execution: false },
    });
    expect(await overlapOf(inTurn)).toBe(1);
  });

  it('has every agent of a group begun before any has ended', async () => {
    const order: string[] = [];
    let open: () => void = () => undefined;
    const allBegun = new Promise<void>((resolve) => {
      open = resolve;
    });
    const meeting: DeskTool = async (call) => {
      order.push(`${call.task.agent} begins`);
      if (order.length === 3) open();
      // Nobody goes on alone: one after the other they would wait for each other until their time is over.
      await allBegun;
      order.push(`${call.task.agent} ends`);
      return answering(call);
    };
    const { output } = await ask({
      tools: tools(meeting),
      settings: withWorkflow({ timeout_per_agent_ms: 5_000 }),
    });
    expect(order.slice(0, 3).sort()).toEqual(['general begins', 'hr begins', 'it begins']);
    expect(order.slice(3).sort()).toEqual(['general ends', 'hr ends', 'it ends']);
    expect(DeskFinal.parse(output).execution_metadata.agents_invoked).toHaveLength(3);
  });

  it('answers by the limit of an agent that hangs, with what the others found', async () => {
    const hanging: DeskTool = (call) =>
      call.task.agent === 'hr' ? new Promise(() => undefined) : answering(call);
    const { output, state } = await ask({
      tools: tools(hanging),
      settings: withWorkflow({ timeout_per_agent_ms: 50 }),
    });
    const failure = DeskFailure.parse(output);
    expect(failure.partial_results).toMatchObject({
      hr: { status: 'failed', error: 'Tool timeout' },
      it: { status: 'success', answer: SAYINGS.it },
      general: { status: 'success', answer: SAYINGS.general },
    });
    expect(failure.fallback_answer).toBe(state.message);
    expect(state.message).toContain(SAYINGS.it);
    expect(state.message).not.toContain(SAYINGS.hr);
    expect(failure.fallback_answer).toMatch(/nothing could be retrieved from Human Resources/u);
    expect(state.is_partial).toBe(true);
    expect(failure.flow_action.find(({ type }) => type === 'error_handler')?.error_details).toEqual({
      failed_agent: 'hr',
      failed_tool: 'rag_tool',
      error_type: 'timeout',
    });
  });

  it('blames the logs, not the department whose documents answered, where only the logs failed', async () => {
    const { state } = await ask({
      message:
        'How long is the VPN session limit, and were there failed logins in the server log last night?',
      tools: tools(answering, { log_tool: () => Promise.reject(new Error('no log server')) }),
      settings: withWorkflow({ max_retries: 0 }),
    });
    expect(state.message).toContain(SAYINGS.it);
    expect(state.message).toContain('nothing could be retrieved from the operational logs');
    expect(state.message).not.toMatch(/retrieved from the IT department/u);
  });

  it('says what won a conflict in the place of what lost, however far down it was found', async () => {
    const older = found('hr', 'Annual leave is 12 days for every employee.', { id: 'old' });
    const others = ['Ask your head.', 'Plan the shifts.', 'Use the portal.'].map((text, i) =>
      found('hr', text, { id: `other-${i}` }),
    );
    const newer = found('hr', SAYINGS.hr ?? '', { id: 'new', created_at: '2026-01-01T00:00:00.000Z' });
    const all = [older, ...others, newer];
    const result = {
      ...older,
      passages: all.flatMap(({ passages }) => passages),
      sentences: all.flatMap(({ sentences }) => sentences).map((one, i) => ({ ...one, score: 9 - i })),
    };
    const rag: DeskTool = async ({ task }) => (task.agent === 'hr' ? result : null);
    const { state } = await ask({ message: 'How long is annual leave?', tools: tools(rag) });
    expect(state.message).toContain(SAYINGS.hr);
    expect(state.message).not.toContain('12 days');
  });

  it('tries a failing tool again, then counts it failed and says nothing of why', async () => {
    let calls = 0;
    const failing: DeskTool = (call) => {
      if (call.task.agent !== 'it') return answering(call);
      calls += 1;
      return Promise.reject(new Error('secret host 10.0.0.7 refused'));
    };
    const { output, events } = await ask({
      tools: tools(failing),
      settings: withWorkflow({ max_retries: 2 }),
    });
    expect(calls).toBe(3);
    expect(DeskFailure.parse(output).partial_results.it).toEqual({ status: 'failed', error: 'Tool error' });
    expect(JSON.stringify([output, events])).not.toContain('secret host');
  });

  it('takes the result of a tool that succeeds at the second try', async () => {
    let calls = 0;
    const flaky: DeskTool = (call) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('once')) : answering(call);
    };
    const { output } = await ask({ message: 'What does the VPN policy say?', tools: tools(flaky) });
    expect(DeskFinal.parse(output).answer).toContain(SAYINGS.it);
  });

  it('leaves out what depends on a failed search, and says so', async () => {
    const message = 'Calculate how much leave I have left of my annual leave';
    let calculated = false;
    const { output, path } = await ask({
      message,
      settings: withWorkflow({ max_retries: 0 }),
      tools: tools(() => Promise.reject(new Error('down')), {
        math_tool: async () => {
          calculated = true;
          return null;
        },
      }),
    });
    expect(calculated).toBe(false);
    const { flow_action, fallback_answer } = DeskFailure.parse(output);
    expect(flow_action.find(({ tool }) => tool === 'math_tool')?.status).toBe('skipped');
    expect(fallback_answer).toMatch(/no reply from Human Resources/u);
    expect(path.slice(-4)).toEqual([
      'format:nothing-found',
      'elsewhere:nothing-found',
      'abstain:done',
      'verify:done',
    ]);
  });

  it('says that nothing was found when nothing was', async () => {
    const nothing: DeskTool = async () => ({
      answer: '',
      context: '',
      passages: [],
      sentences: [],
      cached: false,
    });
    const { path, state, output } = await ask({ tools: tools(nothing) });
    expect(path.slice(-4)).toEqual([
      'format:nothing-found',
      'elsewhere:nothing-found',
      'abstain:done',
      'verify:done',
    ]);
    expect(state.abstained?.reason).toBe('nothing-found');
    expect(DeskFinal.parse(output).evidence).toEqual([]);
  });

  it('names an agent that found nothing beside what the others found, and is less sure', async () => {
    const empty: ToolResult = { answer: '', context: '', passages: [], sentences: [], cached: false };
    const partly: DeskTool = (call) => (call.task.agent === 'hr' ? Promise.resolve(empty) : answering(call));
    const whole = await ask();
    const { state, output } = await ask({ tools: tools(partly) });
    expect(state.message).toContain(SAYINGS.it);
    expect(state.message).toMatch(
      /However, Human Resources was asked too, and nothing was found there that you may read\.$/u,
    );
    expect(state.message).not.toMatch(/However, "(?:it|general)/u);
    expect(whole.state.message).not.toContain('However');
    expect(DeskFinal.parse(output).confidence_score).toBeLessThan(whole.state.confidence ?? 0);
  });

  it('asks the other departments once where nobody who was asked has an answer', async () => {
    const empty: ToolResult = { answer: '', context: '', passages: [], sentences: [], cached: false };
    const asked: string[] = [];
    const elsewhere: DeskTool = (call) => {
      asked.push(call.task.agent);
      return call.task.agent === 'it' ? answering(call) : Promise.resolve(empty);
    };
    const { path, state } = await ask({
      message: 'How long is annual leave?',
      tools: { ...tools(elsewhere), math_tool: async () => null },
    });
    expect(path.filter((step) => step.startsWith('ask-others'))).toEqual([
      'ask-others:asked',
      'ask-others:enough',
    ]);
    expect(asked.filter((agent) => agent === 'it')).toHaveLength(1);
    expect(state.message).toContain(SAYINGS.it);
    expect(state.message).toMatch(/However, Human Resources was asked too/u);
  });

  it('tells nothing of what only comes near, alone or beside an answer', async () => {
    const near: DeskTool = async (call) => {
      const result = await answering(call);
      return result && { ...result, sentences: [] };
    };
    const { state } = await ask({ message: 'How long is annual leave?', tools: tools(near) });
    expect(state.abstained).toMatchObject({ reason: 'nothing-found' });
    const partly: DeskTool = (call) => (call.task.agent === 'hr' ? near(call) : answering(call));
    const { state: mixed } = await ask({ tools: tools(partly) });
    expect(mixed.abstained).toBeUndefined();
    expect(mixed.message).not.toContain(SAYINGS.hr);
  });

  it('says that a part is missing where an agent found something for one of its queries only', async () => {
    const route = {
      is_chitchat: false,
      refined_query: 'Leave?',
      agents: [
        { agent: 'hr', queries: ['How long is annual leave?', 'Who approves it?'], tools: ['rag_tool'] },
      ],
    };
    const once: DeskTool = async (call) => (call.task.query_index === 1 ? answering(call) : null);
    const { state } = await ask({ script: { 'route-question': route }, tools: tools(once) });
    expect(state.message).toMatch(/for part of what Human Resources was asked, nothing was found/u);
  });

  it('falls back to the statements themselves when a model’s answer rests on none of them', async () => {
    const { path, state } = await ask({ script: { 'compose-answer': 'Everyone gets 99 days and a car.' } });
    expect(path.slice(-4)).toEqual(['format:answered', 'verify:unsupported', 'quote:quoted', 'verify:done']);
    expect(state.message).not.toContain('99');
    expect(state.message).toContain(SAYINGS.hr);
  });

  it('says that nothing was found when what a tool reports stands in no source of its', async () => {
    const inventing: DeskTool = async ({ task }) => ({
      ...found(task.agent, SAYINGS[task.agent] ?? ''),
      sentences: [
        { text: 'Everyone gets 99 days and a car.', passage_id: `${task.agent}-document#0`, score: 1 },
      ],
    });
    const { path, state } = await ask({ tools: tools(inventing) });
    expect(path.slice(-7)).toEqual([
      'format:answered',
      'verify:unsupported',
      'quote:quoted',
      'verify:unsupported',
      'quote:nothing-to-quote',
      'abstain:done',
      'verify:done',
    ]);
    expect(state.message).not.toContain('99');
    expect(state.abstained?.reason).toBe('nothing-found');
  });

  it('takes from a model only departments that exist, with tools that they have', async () => {
    const routed = {
      is_chitchat: false,
      refined_query: 'Leave?',
      agents: [
        { agent: 'director', queries: ['Everything'], tools: ['rag_tool'] },
        { agent: 'hr', queries: ['How long is annual leave?'], tools: ['log_tool', 'rag_tool'] },
      ],
    };
    const { state } = await ask({ script: { 'route-question': routed } });
    expect(state.routed?.agents).toEqual([
      { agent: 'hr', queries: ['How long is annual leave?'], tools: ['rag_tool'] },
    ]);
  });

  it('counts up to 95 percent, task by task', async () => {
    const { progress } = await ask();
    const told = progress.map((data) => DeskProgress.parse(data).output);
    const percentages = told.map(({ progress_percentage }) => progress_percentage);
    expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
    expect(told.map(({ processing_status }) => processing_status).slice(0, 2)).toEqual([
      'routed',
      'plan_ready',
    ]);
    expect(told[1]?.progress_percentage).toBe(75);
    expect(told.at(-1)).toMatchObject({
      processing_status: 'ready_for_resolution',
      progress_percentage: 95,
      aggregate_status: 'completed',
    });
  });

  it('tells of every task that it runs, then how it ended, and where the plan stands as a whole', async () => {
    const failing: DeskTool = (call) =>
      call.task.agent === 'it' ? Promise.reject(new Error('down')) : answering(call);
    const { progress } = await ask({ tools: tools(failing), settings: withWorkflow({ max_retries: 0 }) });
    const told = progress.map((data) => DeskProgress.parse(data).output);
    const of = (agent: string) =>
      told.flatMap((output) => {
        if (output.processing_status === 'executing_task' && output.current_task.agent === agent)
          return [`${output.current_task.tool} ${output.current_task.status}`];
        if (output.processing_status === 'task_completed' && output.completed_task.agent === agent)
          return [`${output.completed_task.tool} ${output.completed_task.status}`];
        return [];
      });
    const tried = ['math_tool running', 'math_tool skipped'];
    expect([of('hr'), of('it')]).toEqual([
      ['rag_tool running', 'rag_tool completed', ...tried],
      ['rag_tool running', 'rag_tool failed', ...tried],
    ]);
    const whole = told.flatMap((output) => ('aggregate_status' in output ? [output.aggregate_status] : []));
    expect(new Set(whole.slice(0, -2))).toEqual(new Set(['running']));
    expect(whole.slice(-2)).toEqual(['failed', 'failed']);
  });

  it('keeps the newer of two documents of a department and names the rule', async () => {
    const old = found('hr', 'Annual leave is 12 days for every employee.', {
      id: 'old',
      created_at: '2020-01-01T00:00:00.000Z',
    });
    const now = found('hr', SAYINGS.hr ?? '', { id: 'new' });
    const both: DeskTool = async () => ({
      ...now,
      passages: [...old.passages, ...now.passages],
      sentences: [...old.sentences, ...now.sentences],
    });
    const { state, output } = await ask({
      message: 'How long is annual leave, and what is annual leave?',
      tools: tools(both),
    });
    expect(state.message).toContain('14 days');
    expect(state.message).not.toContain('12 days');
    const resolver = DeskFinal.parse(output).flow_action.find(({ type }) => type === 'resolver');
    expect(resolver).toMatchObject({
      resolved_conflicts: 1,
      metadata: { weights: defaultDeskSettings().conflict_weights },
    });
    expect(state.resolution?.conflicts[0]).toMatchObject({
      rule: 'recency',
      a: { title: expect.stringMatching(/./u), created_at: '2020-01-01T00:00:00.000Z' },
      b: { title: expect.stringMatching(/./u), created_at: '2025-01-01T00:00:00.000Z' },
    });
    expect(DeskFinal.parse(output).reasoning).toMatch(/newer \(2025-01-01 against 2020-01-01\)/u);
  });

  it('searches the pages of the house beside the owner of a rule, and believes the owner', async () => {
    const speaking: DeskTool = async ({ task }) => {
      if (task.agent === 'hr') return found('hr', 'Annual leave is 14 days for every employee.');
      const handbook = found('general', 'Annual leave is 12 days for every employee.', {
        created_at: '2026-01-01T00:00:00.000Z',
      });
      const [sentence] = handbook.sentences;
      if (!sentence) return handbook;
      return {
        ...handbook,
        sentences: [sentence, { ...sentence, text: 'Newcomers meet in hall A.', score: 0.9 }],
      };
    };
    const { state, output } = await ask({ message: 'How long is annual leave?', tools: tools(speaking) });
    expect(state.plan?.map(({ agent }) => agent)).toEqual(['hr', 'general', 'orchestrator']);
    expect(state.resolution?.conflicts).toMatchObject([{ rule: 'domain', kind: 'number' }]);
    expect(state.message).toContain('14 days');
    expect(state.message).not.toMatch(/12 days|hall A/u);
    expect(DeskFinal.parse(output).reasoning).toMatch(/the subject belongs to Human Resources/u);
  });

  it('says nothing of pages that were searched beside the owner and hold nothing', async () => {
    const alone: DeskTool = async (call) => (call.task.agent === 'hr' ? answering(call) : null);
    const { state } = await ask({ message: 'How long is annual leave?', tools: tools(alone) });
    expect(state.message).not.toContain('However');
    expect(state.is_partial).toBe(false);
  });

  it('answers from the pages of the house where the owner has nothing, and says that the owner has not', async () => {
    const handbook: DeskTool = async ({ task }) =>
      task.agent === 'general' ? found('general', 'Annual leave is 12 days for every employee.') : null;
    const { state } = await ask({ message: 'How long is annual leave?', tools: tools(handbook) });
    expect(state.message).toMatch(/12 days.*However, Human Resources was asked too/su);
  });

  it('shows both sides, and says that they differ, where nothing weighs enough', async () => {
    const one = found('general', 'The library opens at 07:30 on working days.', { id: 'one' });
    const two = found('general', 'The library opens at 08:00 on working days.', { id: 'two' });
    const both: DeskTool = async () => ({
      ...one,
      passages: [...one.passages, ...two.passages],
      sentences: [...one.sentences, ...two.sentences],
    });
    const { state, output } = await ask({ message: 'When is the library open?', tools: tools(both) });
    expect(state.message).toMatch(/07:30.*08:00/u);
    expect(state.message).toMatch(/^The sources differ on this/u);
    expect(DeskFinal.parse(output).reasoning).toMatch(/both are shown/u);
  });

  it('gives an agent the time that it has of its own, else the lesser of the two defaults', async () => {
    const hanging: DeskTool = (call) =>
      call.task.agent === 'hr' ? new Promise(() => undefined) : answering(call);
    const { agents } = defaultDeskSettings();
    const limited = [
      { agent_configs: { default_timeout_ms: 40 } },
      { workflow_config: { timeout_per_agent_ms: 40 } },
      { agents: { ...agents, hr: { ...agents.hr, timeout_ms: 40 } } },
    ];
    for (const part of limited) {
      const settings = DeskSettings.parse({ ...defaultDeskSettings(), ...part });
      const { output } = await ask({ tools: tools(hanging), settings });
      expect(DeskFailure.parse(output).partial_results.hr).toEqual({
        status: 'failed',
        error: 'Tool timeout',
      });
    }
  });

  it('keeps to its settings: how many queries, which tools, how many follow-up questions', async () => {
    const route = {
      is_chitchat: false,
      refined_query: 'Leave?',
      agents: [
        { agent: 'hr', queries: ['How long is annual leave?', 'Who approves it?'], tools: ['rag_tool'] },
      ],
    };
    const sectioned: DeskTool = async () =>
      found('hr', `${SAYINGS.hr}\n\n## Carrying over\n\nFive days.\n\n## Asking for leave\n\nOn the portal.`);
    const first: DeskTool = async (call) => {
      const result = await sectioned(call);
      return (
        result && {
          ...result,
          sentences: result.sentences.map((one) => ({ ...one, text: SAYINGS.hr ?? '' })),
        }
      );
    };
    const turn = async (part: object) => {
      const settings = DeskSettings.parse({ ...defaultDeskSettings(), ...part });
      const { state } = await ask({ script: { 'route-question': route }, tools: tools(first), settings });
      const own = state.plan?.filter(({ agent }) => agent === 'hr');
      return { plan: own?.map(({ id }) => id), asked: state.follow_up_questions };
    };
    expect(await turn({})).toEqual({
      plan: ['hr#rag:1', 'hr#rag:2'],
      asked: [expect.stringContaining('Carrying over'), expect.stringContaining('Asking for leave')],
    });
    expect((await turn({ agent_configs: { max_queries_per_agent: 1 } })).plan).toEqual(['hr#rag']);
    expect((await turn({ agent_configs: { tool_selection_strategy: 'all' } })).plan).toEqual([
      'hr#rag:1',
      'hr#rag:2',
      'hr#summary',
      'hr#math',
    ]);
    expect((await turn({ workflow_config: { max_follow_up_questions: 1 } })).asked).toHaveLength(1);
    expect((await turn({ workflow_config: { enable_follow_up_questions: false } })).asked).toEqual([]);
  });

  it('lets a request narrow what may be read, and never widen it', async () => {
    const seen: unknown[] = [];
    const watching: DeskTool = (call) => {
      seen.push(call.access);
      return answering(call);
    };
    const desk = {
      user_context: { permissions: ['public' as const, 'private' as const], department: 'finance' },
    };
    await ask({ message: 'What does the VPN policy say?', tools: tools(watching), desk });
    expect(seen).toEqual([
      { tenant_id: principal.tenant_id, scopes: ['public', 'internal'], departments: [] },
    ]);
    await expect(ask({ desk: { user_context: { tenant_id: 'another' } } })).rejects.toThrow(/not allowed/u);
    await expect(ask({ desk: { user_context: { user_id: 'another' } } })).rejects.toThrow(/not allowed/u);
  });

  it('asks the departments that a request names, new ones too', async () => {
    const agents = {
      pharmacy: {
        desc: 'drug orders, opening hours of the pharmacy',
        tools: [{ name: 'rag_tool' as const, description: 'search' }],
      },
    };
    const departments: unknown[] = [];
    const watching: DeskTool = async ({ agent }) => {
      departments.push(agent?.departments);
      return null;
    };
    const { state } = await ask({
      message: 'When are drug orders taken?',
      desk: { agents },
      tools: tools(watching),
    });
    expect(state.route).toBe('pharmacy');
    expect(departments).toEqual([['pharmacy']]);
  });

  it('gives the log tool to those who may read logs only', async () => {
    const message = 'Were there any failed logins in the server log last night?';
    const planned = async (departments: string[]) =>
      (await ask({ message, principal: { ...principal, departments } })).state.plan?.map(({ tool }) => tool);
    expect(await planned(['it'])).toEqual(['rag_tool', 'log_tool']);
    expect(await planned(['hr'])).toEqual(['rag_tool']);
  });
});
