import { setTimeout as wait } from 'node:timers/promises';
import { DeskSettings } from '../src/domain/desk-agents.ts';
import { defaultDeskSettings } from '../src/flows/desk/agents/default-settings.ts';
import type { DeskTool, DeskTools } from '../src/flows/desk/tools/desk-tool.ts';
import { askDesk } from '../src/flows/testing/ask-desk.ts';
import { samplePrincipal } from '../src/records/testing/sample-records.ts';
import { rankedPassage } from '../src/retrieval/testing/ranked-passage.ts';

const TOOL_MS = 300;
const LIMIT_MS = 600;
const TURNS = 20;
const QUESTION = 'How long is annual leave, what is the VPN session limit, and when does the library open?';
const SAYINGS: Record<string, string> = {
  hr: 'Annual leave is 14 days for every employee.',
  it: 'The VPN session limit is 8 hours for staff.',
  general: 'The library opens at 08:00 on working days.',
};

export interface DeskAgentsReport {
  agents: number;
  tool_ms: number;
  all_answer: { p50_ms: number; max_ms: number };
  one_after_the_other: { p50_ms: number };
  one_hangs: { limit_ms: number; p50_ms: number; max_ms: number; answered_by_the_others: boolean };
}

/** A desk turn from the front gate to the checked answer, with three agents whose tools take 300 ms each. */
export async function benchDeskAgents(): Promise<DeskAgentsReport> {
  const hanging: DeskTool = (call) =>
    call.task.agent === 'hr' ? new Promise(() => undefined) : slowly(call);
  const all = await turns(slowly, {});
  const inTurn = await turns(slowly, { agent_configs: { enable_parallel_execution: false } }, 5);
  const oneHangs = await turns(hanging, { workflow_config: { timeout_per_agent_ms: LIMIT_MS } });
  return {
    agents: Object.keys(SAYINGS).length,
    tool_ms: TOOL_MS,
    all_answer: { p50_ms: all.p50_ms, max_ms: all.max_ms },
    one_after_the_other: { p50_ms: inTurn.p50_ms },
    one_hangs: {
      limit_ms: LIMIT_MS,
      p50_ms: oneHangs.p50_ms,
      max_ms: oneHangs.max_ms,
      answered_by_the_others: oneHangs.messages.every(
        (text) => text.includes('8 hours') && !text.includes('14 days'),
      ),
    },
  };
}

async function turns(rag: DeskTool, part: object, count = TURNS) {
  const settings = DeskSettings.parse({ ...defaultDeskSettings(), ...part });
  const unused: DeskTool = async () => null;
  const tools: DeskTools = { rag_tool: rag, summary_tool: unused, math_tool: unused, log_tool: unused };
  const principal = samplePrincipal({
    audience: 'staff',
    scopes: ['public', 'internal'],
    departments: ['hr', 'it', 'general'],
  });
  const times: number[] = [];
  const messages: string[] = [];
  // The first turn warms up and does not count.
  for (let turn = 0; turn <= count; turn += 1) {
    const started = performance.now();
    const { state } = await askDesk({ message: QUESTION, principal, tools, settings });
    if (turn > 0) times.push(performance.now() - started);
    messages.push(state.message ?? '');
  }
  times.sort((a, b) => a - b);
  return {
    p50_ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    max_ms: Math.round(times.at(-1) ?? 0),
    messages,
  };
}

const slowly: DeskTool = async ({ task }) => {
  await wait(TOOL_MS);
  const text = SAYINGS[task.agent] ?? '';
  const passage = rankedPassage({
    document: { id: task.agent, text, title: task.agent, department: task.agent },
  });
  return {
    answer: text,
    context: '',
    passages: [passage],
    sentences: [{ text, passage_id: passage.id, score: 1 }],
    cached: null,
  };
};
