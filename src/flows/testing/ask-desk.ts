import type { Principal } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { DeskSettings } from '../../domain/desk-agents.ts';
import type { DeskOptions } from '../../domain/desk-request.ts';
import type { RunEvent } from '../../domain/run-record.ts';
import { createRunContext } from '../../engine/create-run-context.ts';
import { runFlow } from '../../engine/run-flow.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import { defaultDeskSettings } from '../desk/agents/default-settings.ts';
import { deskFlow } from '../desk/flow.ts';
import { deskOutput } from '../desk/output.ts';
import type { DeskTools } from '../desk/tools/desk-tool.ts';
import type { SearchPorts } from '../shared/search-everything.ts';
import { foundPassages } from './found-passages.ts';
import { scriptedGateway } from './scripted-gateway.ts';

export interface DeskTurn {
  message: string;
  principal: Principal;
  tools: DeskTools;
  settings?: DeskSettings;
  script?: Record<string, unknown>;
  desk?: Partial<DeskOptions>;
  clock?: () => number;
  /** What is found beyond the departments; nothing, unless given. */
  search?: SearchPorts;
}

/** One turn of the desk, records left out: its path, its events and what it would answer with. */
export async function askDesk({ message, principal, tools, ...turn }: DeskTurn) {
  const { settings, script, desk, clock, search } = turn;
  const events: RunEvent[] = [];
  const unused = () => Promise.reject(new Error('the flow does not use this'));
  const records: RunRecords = {
    begin: async () => undefined,
    history: async () => ({ messages: [], isUnderWay: false }),
    appendEvents: unused,
    finish: unused,
    get: unused,
    events: unused,
    heartbeat: unused,
    recover: unused,
    takeUp: unused,
    putBack: unused,
  };
  const used = settings ?? defaultDeskSettings();
  const flow = deskFlow({
    frontGate: createFrontGate(),
    backGate: createBackGate(),
    gateway: scriptedGateway(script ?? {}),
    records,
    ...(search ?? { passages: foundPassages({}), reranker: { id: 'none', rerank: unused } }),
    settings: used,
    tools,
  });
  const context = createRunContext({
    runId: 'run-1',
    timeoutMs: 20_000,
    limits: { llm_calls: 10, tokens: 10_000 },
    emit: (event) => events.push(event),
    ...(clock ? { clock } : {}),
  });
  const request = AskRequest.parse({ message, flow: 'desk', ...(desk ? { desk } : {}) });
  const result = await runFlow(flow, { request, principal, conversation_id: 'c' }, context);
  context.dispose();
  if (result.status !== 'done') throw new Error('the desk never pauses');
  const { state } = result;
  // A cast: of the envelope the output only looks at these.
  const envelope = {
    message: state.message ?? '',
    confidence: state.confidence ?? 0,
    follow_up_questions: state.follow_up_questions ?? [],
  } as Omit<Answer, 'output'>;
  return {
    state,
    events,
    path: result.trace.map(({ step, outcome }) => `${step}:${outcome}`),
    progress: events.flatMap(({ type, data }) => (type === 'progress' ? [data] : [])),
    output: deskOutput(envelope, state, used),
  };
}
