import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { AskRequest, FlowName } from '../domain/ask.ts';
import { auditBody } from '../domain/audit-entry.ts';
import { GalenError } from '../domain/errors.ts';
import { Language } from '../domain/language.ts';
import type { Clock, IdSource, RandomSource } from '../domain/run-context.ts';
import type { RunEvent, RunRecord } from '../domain/run-record.ts';
import { type BudgetLimits, createRunContext } from '../engine/create-run-context.ts';
import type { Flow } from '../engine/define-flow.ts';
import { FlowError } from '../engine/flow-error.ts';
import { type Checkpointer, resumeFlow, runFlow } from '../engine/run-flow.ts';
import { DECIDED } from '../flows/clinic/steps/propose-writes.ts';
import { ACCEPTED } from '../flows/shared/open-turn.ts';
import type { TurnState } from '../flows/shared/turn-state.ts';
import { namePeople } from '../gates/front/pii/name-people.ts';
import type { NameSeal } from '../gates/name-seal.port.ts';
import type { Approvals } from '../records/approvals.port.ts';
import type { Audit } from '../records/audit/audit.ts';
import type { FinishedRun, RunRecords } from '../records/run-records.port.ts';
import { assembleAnswer, auditOfAnswer, auditOfPause } from './assemble-answer.ts';
import type { EventLog } from './event-log.ts';

export interface TurnPorts {
  records: RunRecords;
  audit: Audit;
  /** What people decided on a turn's writes: one that is approved and not made keeps its turn from ending. */
  approvals: Pick<Approvals, 'ofRun'>;
  /** Where flows that wait for a person keep their state. */
  checkpointer: Checkpointer;
  timeoutMs: number;
  limits: BudgetLimits;
  logProblem: (problem: string, error: unknown) => void;
  clock: Clock;
  newId: IdSource;
  random: RandomSource;
  names: NameSeal;
}

export interface Turn {
  id: string;
  conversation_id: string;
  principal: Principal;
  flow: AskFlow;
  events: EventLog;
  /** What is asked and why this flow answers; or, of a turn that has waited for a person, what is on record of it. */
  from: { request: AskRequest; reason: string } | { record: RunRecord };
  /** Its asker may stop it. */
  signal: AbortSignal;
  /** Returns a turn that was taken up to those that wait. */
  putBack(): Promise<void>;
}

/** How often the events of a turn that takes its time are stored; a quick one stores them all at its end. */
const FLUSH_MS = 1_000;
/** How often to try storing the end of a turn whose writes are already made. */
const MAX_FINISHES = 3;

/** Runs one turn through its flow and puts its end on record. */
export function runTurn(ports: TurnPorts, turn: Turn): { accepted: Promise<void>; answer: Promise<Answer> } {
  let accept: () => void;
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  return { accepted, answer: answerTurn(ports, turn, () => accept()) };
}

async function answerTurn(ports: TurnPorts, turn: Turn, accept: () => void): Promise<Answer> {
  const { clock, newId } = ports;
  const { id, conversation_id, principal, flow, events, from } = turn;
  const waited = 'record' in from ? from.record : null;
  let isOpen = waited !== null;
  let isEnding = false;
  let language = 'request' in from ? from.request.language : (waited?.answer?.language ?? null);
  const context = createRunContext({
    runId: id,
    signal: turn.signal,
    timeoutMs: ports.timeoutMs,
    limits: ports.limits,
    ...(waited?.answer ? { spent: spentBefore(waited.answer) } : {}),
    clock,
    newId,
    random: ports.random,
    emit(event) {
      // A step that ignores its signal may still emit events; by then the run's record is closed.
      if (isEnding) return;
      events.append(event);
      if (event.type === 'note' && event.data.topic === ACCEPTED) {
        isOpen = true;
        language = Language.parse(event.data.language);
        accept();
      }
    },
  });
  const flusher = setInterval(() => {
    if (isOpen && !isEnding) void storeEvents(ports, turn);
  }, FLUSH_MS);
  flusher.unref();

  try {
    const result = await run();
    isEnding = true;
    const { state } = result;
    if (state.refusal) {
      const { code, details } = state.refusal;
      throw new GalenError(code, details, { language: state.refusal.language });
    }
    const answer = assembleAnswer({
      id,
      askFlow: flow,
      state,
      steps: result.trace,
      events: events.all(),
      spent: context.budget.spent(),
      created_at: timestamp(),
    });
    const audited = { ...auditEntry(), principal, question: state.question ?? '', answer };
    const end =
      result.status === 'paused'
        ? { status: 'waiting' as const, audit: auditOfPause(audited) }
        : { status: 'done' as const, audit: auditOfAnswer({ ...audited, cited: state.cited ?? [] }) };
    const told = restoreNames(answer, { state, flow, principal, names: ports.names });
    await finish(
      { ...end, answer, error: null },
      { type: 'answer', data: answer },
      { type: 'answer', data: told },
    );
    return told;
  } catch (caught) {
    isEnding = true;
    const error = asGalenError(caught, language);
    if (error.status >= 500) ports.logProblem('a turn failed', error);
    if (waited !== null && (error.retryable || isStorageFault(caught) || (await hasApproved()))) {
      await storeEvents(ports, turn);
      await turn.putBack();
    } else await putFailureOnRecord(error);
    throw error;
  } finally {
    clearInterval(flusher);
    context.dispose();
  }

  function run() {
    const { checkpointer } = ports;
    if ('record' in from) return resumeFlow(flow.flow, DECIDED, context, { checkpointer });
    const { request, reason } = from;
    events.append({ type: 'note', data: { topic: 'flow-chosen', flow: flow.name, reason } });
    return runFlow(flow.flow, { request, principal, conversation_id }, context, { checkpointer });
  }

  /** Approved writes are never given up, whatever went wrong; if it cannot be found out, assume there are some. */
  async function hasApproved(): Promise<boolean> {
    try {
      const proposals = await ports.approvals.ofRun(principal.tenant_id, id);
      return proposals.some(({ state }) => state === 'approved');
    } catch (error) {
      ports.logProblem('the proposals of a turn could not be read', error);
      return true;
    }
  }

  /** What ends a run is stored before it is told. */
  async function finish(
    end: Pick<FinishedRun, 'status' | 'answer' | 'error' | 'audit'>,
    last: RunEvent,
    told: RunEvent = last,
  ) {
    const unstored = [...events.unstored(), events.prepare(last)];
    const finished = { ...end, id, events: unstored, message_id: newId(), finished_at: timestamp() };
    // A flow that has ended cannot be resumed: its result exists only here.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await ports.records.finish(principal, finished);
        break;
      } catch (error) {
        if (waited === null || attempt === MAX_FINISHES) throw error;
        ports.logProblem('the end of a turn could not be stored', error);
      }
    }
    events.append(told);
    events.markStored(unstored);
  }

  async function putFailureOnRecord(error: GalenError) {
    const { code } = error;
    const body = error.loggedBody();
    const told: RunEvent = { type: 'error', data: body };
    try {
      if (isOpen) {
        const audit = auditBody(principal, 'ask-failed', { ...auditEntry(), run_id: id, details: { code } });
        await finish({ status: 'failed', answer: null, error: body, audit }, told);
      } else {
        // A question that was turned away leaves the code and nothing else.
        await ports.audit.append(auditBody(principal, 'ask-refused', { ...auditEntry(), details: { code } }));
      }
    } catch (unrecorded) {
      // The asker still gets the first error; the turn is found interrupted by the next recovery.
      ports.logProblem('the end of a turn could not be stored', unrecorded);
      events.append(told);
    }
  }

  function auditEntry() {
    return { id: newId(), at: timestamp() };
  }

  function timestamp(): string {
    return new Date(clock()).toISOString();
  }
}

/** SQLSTATE, as the database says it, or the system's word for a connection that is gone. */
const STORAGE_FAULT = /^(?:[0-9A-Z]{5}|E[A-Z]{4,20})$/u;

/** Whether the checkpointer or the database failed, rather than a step. */
function isStorageFault(caught: unknown): boolean {
  if (caught instanceof FlowError && caught.code === 'INTERNAL') return true;
  for (let error = caught; error instanceof Error; error = error.cause) {
    const code = error instanceof GalenError || !('code' in error) ? null : error.code;
    if (typeof code === 'string' && STORAGE_FAULT.test(code)) return true;
  }
  return false;
}

function spentBefore({ usage: { llm_calls, input_tokens, output_tokens } }: Answer) {
  return { llm_calls, input_tokens, output_tokens };
}

async function storeEvents({ records, logProblem }: TurnPorts, { id, events }: Turn): Promise<void> {
  const unstored = events.unstored();
  if (unstored.length === 0) return;
  try {
    await records.appendEvents(id, unstored);
    events.markStored(unstored);
  } catch (error) {
    // They stay unstored, and go with the next batch.
    logProblem('events could not be stored', error);
  }
}

function asGalenError(caught: unknown, language: Language | null): GalenError {
  if (!(caught instanceof GalenError)) return new GalenError('INTERNAL', {}, { cause: caught, language });
  if (caught.language !== null || language === null) return caught;
  return new GalenError(caught.code, caught.details, { cause: caught, language });
}

interface NameContext {
  state: Partial<TurnState>;
  flow: AskFlow;
  /** Who reads the answer. */
  principal: Principal;
  names: NameSeal;
}

/** The answer with the names its asker gave in place of the tokens. What is stored keeps the tokens. */
export function restoreNames(answer: Answer, { state, flow, principal, names }: NameContext): Answer {
  const { sealed_names, principal: asker, history = [], evidence = [] } = state;
  if (sealed_names === undefined || !asker || !isSame(asker, principal)) return answer;
  const mapping = names.open(sealed_names);
  // Sealed with another installation’s key: the tokens stay, which hides names but says nothing wrong.
  if (mapping === null) return answer;
  const named = namePeople(
    answer,
    mapping,
    [...history, ...evidence].map(({ text }) => text),
  );
  return { ...named, output: flow.output(named, state) };
}

export function isSame(a: Principal, b: Principal): boolean {
  return a.tenant_id === b.tenant_id && a.user_id === b.user_id;
}

/** A flow that can be asked, and its own result from the envelope and what it has written. */
export interface AskFlow<State extends TurnState = TurnState> {
  readonly name: FlowName;
  readonly flow: Flow<State>;
  readonly output: (answer: Omit<Answer, 'output'>, state: Partial<State>) => Answer['output'];
}
