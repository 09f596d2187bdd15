import { MemorySaver } from '@langchain/langgraph';
import type { PatientFacts } from '../../chart/safety/facts/patient-facts.ts';
import { judgeBy } from '../../chart/safety/judge-for-patient.ts';
import { HEALTHY, TABLES } from '../../chart/safety/testing/facts.ts';
import type { Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { Message, RunEvent } from '../../domain/run-record.ts';
import { createRunContext } from '../../engine/create-run-context.ts';
import { resumeFlow, runFlow } from '../../engine/run-flow.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import type { Approvals, NewProposal } from '../../records/approvals.port.ts';
import type { NewRun, RunRecords } from '../../records/run-records.port.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import type { PatientSummary } from '../clinic/clinic-state.ts';
import { type ClinicPorts, clinicFlow } from '../clinic/flow.ts';
import { DECIDED } from '../clinic/steps/propose-writes.ts';
import { fakeTools, type ToolScript } from '../clinic/testing/fake-tools.ts';
import { scriptedGateway } from './scripted-gateway.ts';

const CONVERSATION = '00000000-0000-4000-8000-000000000001';

const unused = () => Promise.reject(new Error('the flow does not use this'));

export const NO_APPROVALS: Approvals = {
  propose: unused,
  ofRun: unused,
  pending: unused,
  decide: unused,
  revise: unused,
  settle: unused,
  expire: unused,
  decidedRuns: unused,
};

export interface ClinicTurn {
  message: string;
  patient?: PatientSummary | null;
  image?: string;
  principal?: Principal;
  tools?: ToolScript;
  script?: Record<string, unknown>;
  history?: Message[];
  /** What the open chart says, as drugs are held against it; nothing against any without it. */
  facts?: PatientFacts;
  ports?: Partial<ClinicPorts>;
}

/** Asks the clinic flow with tools and a model that say what they are told to. */
export async function askClinic(turn: ClinicTurn) {
  const {
    message,
    patient = null,
    principal = samplePrincipal({ audience: 'clinician' }),
    history = [],
  } = turn;
  const begun: NewRun[] = [];
  const events: RunEvent[] = [];
  const proposed: NewProposal[] = [];
  const tools = fakeTools(turn.tools);
  const records: RunRecords = {
    begin: async (_, run) => {
      begun.push(run);
    },
    history: async () => ({ messages: history, isUnderWay: false }),
    appendEvents: unused,
    finish: unused,
    get: unused,
    events: unused,
    takeUp: unused,
    putBack: unused,
    heartbeat: unused,
    recover: unused,
  };
  const flow = clinicFlow({
    frontGate: createFrontGate(),
    backGate: createBackGate({ unsupported: 'drop', minConfidence: 0.2 }),
    gateway: scriptedGateway(turn.script ?? {}),
    records,
    tools,
    readPatient: async (_, id) => (patient?.patient_id === id ? patient : null),
    // Sealing is tested where it is done; here a name is told from a token by its JSON.
    names: { seal: (names) => JSON.stringify(names), open: (sealed) => JSON.parse(sealed) },
    namesOnFile: async () => [],
    approvals: { ...NO_APPROVALS, propose: async (_, proposals) => void proposed.push(...proposals) },
    prepareWrite: async (_, { tool, args }) => ({
      patient_id: String(args.patient_id),
      ok: true,
      args,
      summary: `${tool} proposed`,
      findings: [],
    }),
    writeToChart: unused,
    checkForPatient: async () => [],
    judgeFor: async () => judgeBy(turn.facts ?? HEALTHY, TABLES, 'en'),
    approvalMs: 60_000,
    ...turn.ports,
  });
  const contextOf = () =>
    createRunContext({
      runId: 'run-1',
      timeoutMs: 20_000,
      limits: { llm_calls: 50, tokens: 100_000 },
      emit: (event) => events.push(event),
    });
  const context = contextOf();
  const isOpen = patient !== null && patient.patient_id !== 'unopened';
  const request = AskRequest.parse({
    message,
    flow: 'clinic',
    conversation_id: history.length > 0 ? CONVERSATION : null,
    patient_id: isOpen ? patient.patient_id : null,
    image: turn.image ?? null,
  });
  const given = { request, principal, conversation_id: 'c' };
  const checkpointer = new MemorySaver();
  const result = await runFlow(flow, given, context, { checkpointer });
  context.dispose();
  const path = result.trace.map(({ step, outcome }) => `${step}:${outcome}`);
  const topics = events.flatMap(({ type, data }) => (type === 'note' ? [data.topic] : []));
  const state = result.status === 'done' ? result.state : {};
  return {
    result,
    /** Goes on with a turn that waits, once everything is decided. */
    resume: () => resumeFlow(flow, DECIDED, contextOf(), { checkpointer }),
    state,
    path,
    begun,
    events,
    topics,
    proposed,
    calls: tools.calls,
    llm: context.budget.spent().llm_calls,
  };
}
