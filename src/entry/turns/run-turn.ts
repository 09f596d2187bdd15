import type { Principal } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AskRequest } from '../../domain/ask.ts';
import { type ErrorBody, GalenError } from '../../domain/errors.ts';
import type { Clock, IdSource, RandomSource } from '../../domain/run-context.ts';
import { type BudgetLimits, createRunContext } from '../../engine/run-context.ts';
import { runFlow } from '../../engine/run-flow.ts';
import type { TurnState } from '../../flows/turn-state.ts';
import { ACCEPTED } from '../../nodes/shared/open-turn.ts';
import type { Audit } from '../../records/audit.port.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import { assembleAnswer } from './assemble-answer.ts';
import { auditOfAnswer, auditOfFailure, auditOfRefusal } from './audit-turn.ts';
import type { Choice } from './choose-flow.ts';
import type { EventLog } from './event-log.ts';

export interface TurnPorts {
  records: RunRecords;
  audit: Audit;
  modelName: string;
  timeoutMs: number;
  limits: BudgetLimits;
  logProblem: (problem: string, error: unknown) => void;
  clock: Clock;
  newId: IdSource;
  random: RandomSource;
}

export interface Turn {
  id: string;
  conversation_id: string;
  request: AskRequest;
  principal: Principal;
  choice: Choice;
  events: EventLog;
}

/** How often the events of a turn that takes its time are stored; a quick one stores them all at its end. */
const FLUSH_MS = 1_000;

/** Runs one turn through its flow and puts its end on record. */
export function runTurn(ports: TurnPorts, turn: Turn): { accepted: Promise<void>; answer: Promise<Answer> } {
  let accept: () => void;
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  return { accepted, answer: answerTurn(ports, turn, () => accept()) };
}

async function answerTurn(ports: TurnPorts, turn: Turn, accept: () => void): Promise<Answer> {
  const { records, clock, newId } = ports;
  const { id, conversation_id, request, principal, choice, events } = turn;
  let isOpen = false;
  const context = createRunContext({
    runId: id,
    timeoutMs: ports.timeoutMs,
    limits: ports.limits,
    clock,
    newId,
    random: ports.random,
    emit(event) {
      events.append(event);
      if (event.type === 'note' && event.data.topic === ACCEPTED) {
        isOpen = true;
        accept();
      }
    },
  });
  const flusher = setInterval(() => {
    if (isOpen) flush(ports, turn);
  }, FLUSH_MS);
  flusher.unref();

  let state: Partial<TurnState> = {};
  try {
    events.append({
      type: 'note',
      data: { topic: 'flow-chosen', flow: choice.flow.name, reason: choice.reason },
    });
    const result = await runFlow(choice.flow.flow, { request, principal, conversation_id }, context);
    if (result.status === 'paused') throw new GalenError('INTERNAL');
    state = result.state;
    if (state.refusal) throw new GalenError(state.refusal.code, state.refusal.details);

    const spent = context.budget.spent();
    const answer = assembleAnswer({
      id,
      askFlow: choice.flow,
      state,
      steps: result.trace,
      events: events.all(),
      usage: { ...spent, model: spent.llm_calls > 0 ? ports.modelName : 'none' },
      created_at: new Date(clock()).toISOString(),
    });
    await finish('done', answer, null);
    events.append({ type: 'answer', data: answer });
    return answer;
  } catch (caught) {
    const error = asGalenError(caught);
    await putFailureOnRecord(error);
    throw error;
  } finally {
    clearInterval(flusher);
    context.dispose();
  }

  async function finish(status: 'done' | 'failed', answer: Answer | null, error: ErrorBody | null) {
    const at = new Date(clock()).toISOString();
    const last = answer
      ? ({ type: 'answer', data: answer } as const)
      : error && ({ type: 'error', data: error } as const);
    await records.finish(principal, {
      id,
      status,
      answer,
      error,
      events: [...events.takeUnstored(), ...(last ? [events.prepare(last)] : [])],
      message_id: newId(),
      audit: answer
        ? auditOfAnswer({ id: newId(), at, principal, question: state.question ?? '', answer })
        : auditOfFailure({ id: newId(), at, principal, run_id: id, code: error?.code ?? 'INTERNAL' }),
      finished_at: at,
    });
  }

  async function putFailureOnRecord(error: GalenError) {
    const body = error.body(state.language ?? request.language ?? 'en');
    if (error.status >= 500) ports.logProblem('a turn failed', error);
    try {
      if (isOpen) await finish('failed', null, body);
      else if (state.refusal) {
        const at = new Date(clock()).toISOString();
        await ports.audit.append(auditOfRefusal({ id: newId(), at, principal, code: error.code }));
      }
    } catch (unrecorded) {
      // The asker still gets the first error; the turn is found interrupted by the next recovery.
      ports.logProblem('the end of a turn could not be stored', unrecorded);
    }
    events.append({ type: 'error', data: body });
  }
}

function flush(ports: TurnPorts, { id, events }: Turn): void {
  const fresh = events.takeUnstored();
  if (fresh.length === 0) return;
  ports.records
    .appendEvents(id, fresh)
    .catch((error) => ports.logProblem('events could not be stored', error));
}

function asGalenError(caught: unknown): GalenError {
  return caught instanceof GalenError ? caught : new GalenError('INTERNAL', {}, { cause: caught });
}
