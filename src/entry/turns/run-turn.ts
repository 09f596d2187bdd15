import type { Principal } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AskRequest } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import type { Clock, IdSource, RandomSource } from '../../domain/run-context.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import { type BudgetLimits, createRunContext } from '../../engine/run-context.ts';
import { runFlow } from '../../engine/run-flow.ts';
import { ACCEPTED } from '../../nodes/shared/open-turn.ts';
import type { Audit } from '../../records/audit.port.ts';
import type { FinishedRun, RunRecords } from '../../records/run-records.port.ts';
import { assembleAnswer } from './assemble-answer.ts';
import { auditOfAnswer, auditOfFailure, auditOfRefusal } from './audit-turn.ts';
import type { Choice } from './choose-flow.ts';
import type { EventLog } from './event-log.ts';

export interface TurnPorts {
  records: RunRecords;
  audit: Audit;
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
  const { clock, newId } = ports;
  const { id, conversation_id, request, principal, choice, events } = turn;
  let isOpen = false;
  let isEnding = false;
  let language = request.language;
  const context = createRunContext({
    runId: id,
    timeoutMs: ports.timeoutMs,
    limits: ports.limits,
    clock,
    newId,
    random: ports.random,
    emit(event) {
      // A step that does not heed its signal may still speak; the record of the run is closed by then.
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
    if (isOpen && !isEnding) flush(ports, turn);
  }, FLUSH_MS);
  flusher.unref();

  try {
    events.append({
      type: 'note',
      data: { topic: 'flow-chosen', flow: choice.flow.name, reason: choice.reason },
    });
    const result = await runFlow(choice.flow.flow, { request, principal, conversation_id }, context);
    isEnding = true;
    if (result.status === 'paused') throw new GalenError('INTERNAL');
    const { state } = result;
    if (state.refusal) {
      const { code, details } = state.refusal;
      throw new GalenError(code, details, { language: state.refusal.language });
    }
    const answer = assembleAnswer({
      id,
      askFlow: choice.flow,
      state,
      steps: result.trace,
      events: events.all(),
      spent: context.budget.spent(),
      created_at: timestamp(),
    });
    const audit = auditOfAnswer({
      ...auditEntry(),
      question: state.question ?? '',
      answer,
      cited: state.cited ?? [],
    });
    await finish({ status: 'done', answer, error: null, audit }, { type: 'answer', data: answer });
    return answer;
  } catch (caught) {
    isEnding = true;
    const error = asGalenError(caught, language);
    if (error.status >= 500) ports.logProblem('a turn failed', error);
    await putFailureOnRecord(error);
    throw error;
  } finally {
    clearInterval(flusher);
    context.dispose();
  }

  /** What ends a run is stored before it is told. */
  async function finish(end: Pick<FinishedRun, 'status' | 'answer' | 'error' | 'audit'>, last: RunEvent) {
    const unstored = [...events.unstored(), events.prepare(last)];
    await ports.records.finish(principal, {
      ...end,
      id,
      events: unstored,
      message_id: newId(),
      finished_at: timestamp(),
    });
    events.append(last);
    events.markStored(unstored);
  }

  async function putFailureOnRecord(error: GalenError) {
    const { code } = error;
    const body = error.body();
    const told: RunEvent = { type: 'error', data: body };
    try {
      if (isOpen) {
        const audit = auditOfFailure({ ...auditEntry(), run_id: id, code });
        await finish({ status: 'failed', answer: null, error: body, audit }, told);
      } else {
        await ports.audit.append(auditOfRefusal({ ...auditEntry(), code }));
      }
    } catch (unrecorded) {
      // The asker still gets the first error; the turn is found interrupted by the next recovery.
      ports.logProblem('the end of a turn could not be stored', unrecorded);
      events.append(told);
    }
  }

  function auditEntry() {
    return { id: newId(), at: timestamp(), principal };
  }

  function timestamp(): string {
    return new Date(clock()).toISOString();
  }
}

function flush(ports: TurnPorts, { id, events }: Turn): void {
  const unstored = events.unstored();
  if (unstored.length === 0) return;
  ports.records.appendEvents(id, unstored).then(
    () => events.markStored(unstored),
    // They stay unstored, and go with the next batch.
    (error) => ports.logProblem('events could not be stored', error),
  );
}

function asGalenError(caught: unknown, language: Language | null): GalenError {
  if (!(caught instanceof GalenError)) return new GalenError('INTERNAL', {}, { cause: caught, language });
  if (caught.language !== null || language === null) return caught;
  return new GalenError(caught.code, caught.details, { cause: caught, language });
}
