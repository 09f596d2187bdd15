import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { AskRequest } from '../domain/ask.ts';
import { GalenError } from '../domain/errors.ts';
import type { NumberedEvent } from '../domain/run-record.ts';
import type { Conversations } from '../records/conversations.ts';
import { chooseFlow } from './choose-flow.ts';
import { createEventLog, type EventLog, followStored } from './event-log.ts';
import { type AskFlow, isSame, runTurn, type Turn, type TurnPorts } from './run-turn.ts';

export interface StartedTurn {
  id: string;
  conversation_id: string;
  /** Rejects with the turn's error. The turn goes on whether or not anyone waits. */
  answer: Promise<Answer>;
}

export interface Turns {
  /** Resolves once the turn is durable; throws when it was refused before that. */
  start(request: AskRequest, principal: Principal): Promise<StartedTurn>;
  /** Resumes a turn that waited for a person; null when it no longer waits, or another process has it. */
  resume(principal: Principal, runId: string): Promise<StartedTurn | null>;
  /** Lets turns wait again that failed here and could not be put back at the time. */
  putBackStranded(): Promise<void>;
  /** The events of a turn after `seq`, live ones as they come. Throws NOT_FOUND for a turn that is not the principal's. */
  follow(principal: Principal, runId: string, seq: number, signal: AbortSignal): AsyncIterable<NumberedEvent>;
  /**
   * Ends the principal's own turn without an answer. False where there is nothing to stop here: it has ended, another process
   * has it, or it carries out what a person has decided.
   */
  stop(principal: Principal, runId: string): boolean;
  /** Waits for the turns in progress. */
  settle(): Promise<void>;
}

interface LiveTurn {
  owner: Principal;
  events: EventLog;
  done: Promise<unknown>;
  /** Null where it carries out what a person has decided. */
  stop: (() => void) | null;
}

/** Starts turns and lets any number of clients follow them; a client that leaves changes nothing. */
export function createTurns(
  options: TurnPorts & {
    flows: readonly AskFlow[];
    conversations: Pick<Conversations, 'lastAnswer'>;
    maxRuns: number;
    maxRunsPerPerson?: number;
    /** Whether a single passage answers what is asked. */
    isAnswered?: (request: AskRequest, principal: Principal) => Promise<boolean>;
  },
): Turns {
  const { flows, conversations, maxRuns, maxRunsPerPerson = maxRuns, records, newId, logProblem } = options;
  const live = new Map<string, LiveTurn>();
  /** Who asked for the turns that have not ended, from before they are chosen a flow. */
  const askers = new Set<{ who: Principal }>();
  /** Being resumed by this process. */
  const inHand = new Set<string>();
  /** Taken up here and not put back: nobody else would go on with them while this process lives. */
  const stranded = new Map<string, Principal>();

  return {
    async start(request, principal) {
      const own = [...askers].filter(({ who }) => isSame(who, principal));
      if (Math.max(live.size, askers.size) >= maxRuns || own.length >= maxRunsPerPerson)
        throw new GalenError('TOO_MANY_RUNS');
      const asker = { who: principal };
      askers.add(asker);
      const started = begin(request, principal).catch((error: unknown) => {
        askers.delete(asker);
        throw error;
      });
      const { answer } = await started;
      answer.catch(() => undefined).finally(() => askers.delete(asker));
      return started;
    },

    async resume(principal, runId) {
      if (inHand.has(runId)) return null;
      inHand.add(runId);
      try {
        const record = await records.takeUp(principal, runId);
        if (record === null) {
          inHand.delete(runId);
          return null;
        }
        const { conversation_id } = record;
        const flow = flows.find(({ name }) => name === record.flow);
        if (!flow) throw new GalenError('FLOW_NOT_AVAILABLE', { flow: record.flow, available: '' });
        const events = createEventLog(await records.events(principal, runId, 0));
        const turn = run({ id: runId, conversation_id, principal, flow, events, from: { record } });
        return { id: runId, conversation_id, answer: turn.done };
      } catch (error) {
        // Even a take-up that failed may have been stored, and only its answer lost.
        await putBack(principal, runId);
        inHand.delete(runId);
        throw error;
      }
    },

    async putBackStranded() {
      for (const [runId, principal] of stranded) if (!inHand.has(runId)) await putBack(principal, runId);
    },

    follow(principal, runId, seq, signal) {
      const turn = live.get(runId);
      if (turn && isSame(turn.owner, principal)) return turn.events.follow(seq, signal);
      return followStored(records, principal, runId, seq, signal);
    },

    stop(principal, runId) {
      const turn = live.get(runId);
      if (!turn?.stop || !isSame(turn.owner, principal)) return false;
      turn.stop();
      return true;
    },

    async settle() {
      await Promise.allSettled([...live.values()].map(({ done }) => done));
    },
  };

  async function begin(request: AskRequest, principal: Principal): Promise<StartedTurn> {
    const { conversation_id: earlier } = request;
    const last =
      earlier !== null && request.flow === 'auto' ? await conversations.lastAnswer(principal, earlier) : null;
    const isAnswered = async () => (await options.isAnswered?.(request, principal)) ?? false;
    const choice = await chooseFlow(request, principal, flows, { last, isAnswered });
    const id = newId();
    const conversation_id = request.conversation_id ?? newId();
    const events = createEventLog();
    const { flow, reason } = choice;
    const turn = run({ id, conversation_id, principal, flow, events, from: { request, reason } });
    await Promise.race([turn.accepted, turn.done]);
    return { id, conversation_id, answer: turn.done };
  }

  async function putBack(principal: Principal, runId: string): Promise<void> {
    try {
      await records.putBack(principal, runId);
      stranded.delete(runId);
    } catch (error) {
      stranded.set(runId, principal);
      logProblem('a turn could not be put back', error);
    }
  }

  function run(started: Omit<Turn, 'putBack' | 'signal'>) {
    const { id, principal, events, from } = started;
    const stopper = new AbortController();
    const turn = { ...started, signal: stopper.signal, putBack: () => putBack(principal, id) };
    const { accepted, answer } = runTurn(options, turn);
    const done = answer.finally(() => {
      live.delete(id);
      inHand.delete(id);
      events.close();
    });
    const stop = 'request' in from ? () => stopper.abort(new GalenError('RUN_STOPPED')) : null;
    live.set(id, { owner: principal, events, done, stop });
    // Whoever waits for the answer hears of its failure; unheard, it must not end the process.
    done.catch(() => {});
    return { accepted, done };
  }
}
