import { useCallback, useEffect, useRef, useState } from 'react';
import type { AskRequest } from '../../../src/domain/ask.ts';
import type { Feedback, Message, RunRecord } from '../../../src/domain/run-record.ts';
import { ApiError, api } from '../api/client.ts';
import { askQuestion, followRun, type RunListener } from '../api/stream-run.ts';
import { EMPTY_RUN, type RunView, reduceRun } from '../run/run-view.ts';
import { readRun } from '../run/use-run-events.ts';
import { useSettings } from '../settings/settings.ts';
import { announceChange } from './conversation-changes.ts';
import { createConversationDoor } from './conversation-door.ts';

export interface Turn {
  key: string;
  question: string;
  view: RunView;
  isRunning: boolean;
  isLost: boolean;
  isStopping: boolean;
  feedback: Feedback | null;
}

export interface Conversing {
  turns: readonly Turn[];
  isLoading: boolean;
  error: Error | null;
  ask: (request: Pick<AskRequest, 'message'> & Partial<AskRequest>) => void;
  /** Follows a turn again that a decision has set going. */
  resume: (runId: string) => void;
  /** Ends a turn that is going on; one that is not yet accepted ends once it is. */
  stop: (key: string) => void;
  keepFeedback: (runId: string, feedback: Feedback | null) => void;
}

/** A conversation: what is stored of it, and what is going on in it right now. */
export function useConversation(id: string | null, onBegun: (conversationId: string) => void): Conversing {
  const { person } = useSettings();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isLoading, setLoading] = useState(id !== null);
  const [error, setError] = useState<Error | null>(null);
  const current = useRef<string | null | undefined>(undefined);
  const abort = useRef(new AbortController());
  const newDoor = () => createConversationDoor(() => Boolean(current.current));
  const door = useRef(newDoor());
  /** Turns to be stopped once they have a name. */
  const unwanted = useRef(new Set<string>());

  const change = useCallback((key: string, update: (turn: Turn) => Turn) => {
    setTurns((before) => before.map((turn) => (turn.key === key ? update(turn) : turn)));
  }, []);

  const listen = useCallback(
    (key: string, run: (listener: RunListener) => Promise<void>) => {
      const { signal } = abort.current;
      const listener: RunListener = {
        signal,
        onEvent: (event) => change(key, (turn) => ({ ...turn, view: reduceRun(turn.view, event) })),
        onLost: (isLost) => change(key, (turn) => ({ ...turn, isLost })),
      };
      change(key, (turn) => ({ ...turn, isRunning: true }));
      run(listener)
        .catch((failure: unknown) => {
          if (!signal.aborted)
            change(key, (turn) => ({ ...turn, view: { ...turn.view, error: bodyOf(failure) } }));
        })
        .finally(() => {
          if (signal.aborted) return;
          change(key, (turn) => ({ ...turn, isRunning: false, isLost: false, isStopping: false }));
          announceChange();
        });
    },
    [change],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other conversations.
  useEffect(() => {
    // The question that became this conversation is on the page already.
    if (id !== null && id === current.current) return;
    abort.current.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    current.current = id;
    door.current = newDoor();
    setTurns([]);
    setError(null);
    setLoading(id !== null);
    if (id === null) return;
    api<{ messages: Message[]; feedback: Feedback[] }>(`/v1/conversations/${id}`, { signal })
      .then(async ({ messages, feedback }) => {
        const loaded = turnsOf(messages, feedback);
        setTurns(loaded);
        setLoading(false);
        for (const turn of loaded) if (turn.view.answer === null) await takeUp(turn, signal);
      })
      .catch((failure: Error) => {
        if (signal.aborted) return;
        setError(failure);
        setLoading(false);
      });
  }, [id, person]);

  useEffect(
    () => () => {
      abort.current.abort();
      current.current = undefined;
    },
    [],
  );

  async function takeUp({ key, view }: Turn, signal: AbortSignal) {
    const runId = view.runId ?? '';
    const run = await api<RunRecord>(`/v1/runs/${runId}`, { signal });
    if (run.status === 'running') listen(key, (listener) => followRun(runId, 0, listener));
    else if (run.error !== null)
      change(key, (turn) => ({ ...turn, view: { ...turn.view, error: run.error } }));
  }

  const ask: Conversing['ask'] = (request) => {
    const key = crypto.randomUUID();
    const turn: Turn = { ...NEW_TURN, key, question: request.message, isRunning: true };
    setTurns((before) => [...before, turn]);
    listen(key, (listener) =>
      door.current(async (opened) => {
        // The asker has left while it waited.
        if (listener.signal.aborted) return;
        await askQuestion(
          { ...request, ...(current.current ? { conversation_id: current.current } : {}) },
          {
            ...listener,
            onEvent(event) {
              listener.onEvent(event);
              const note: Readonly<Record<string, unknown>> = event.type === 'note' ? event.data : {};
              const { conversation_id, run_id } = note;
              if (typeof run_id === 'string' && unwanted.current.delete(key)) sendStop(key, run_id);
              if (current.current || typeof conversation_id !== 'string') return;
              current.current = conversation_id;
              opened();
              onBegun(conversation_id);
            },
          },
        );
      }),
    );
  };

  const resume: Conversing['resume'] = (runId) => {
    const turn = turns.find(({ view }) => view.runId === runId);
    if (turn === undefined) return;
    listen(turn.key, async (listener) => {
      // Of a turn that was loaded nothing is known but its answer so far: first what is on record, then what follows.
      const known = turn.view.seq > 0 ? turn.view : await readRun(runId, listener.signal);
      change(turn.key, (before) => ({ ...before, view: before.view.seq > known.seq ? before.view : known }));
      await followRun(runId, known.seq, listener);
    });
  };

  function sendStop(key: string, runId: string) {
    // What cannot be stopped goes on, and may be tried again.
    api(`/v1/runs/${runId}/stop`, { method: 'POST', body: {} }).catch(() =>
      change(key, (turn) => ({ ...turn, isStopping: false })),
    );
  }

  const stop: Conversing['stop'] = (key) => {
    const runId = turns.find((turn) => turn.key === key)?.view.runId ?? null;
    change(key, (turn) => ({ ...turn, isStopping: true }));
    if (runId === null) unwanted.current.add(key);
    else sendStop(key, runId);
  };

  const keepFeedback: Conversing['keepFeedback'] = useCallback((runId, feedback) => {
    setTurns((before) => before.map((turn) => (turn.view.runId === runId ? { ...turn, feedback } : turn)));
  }, []);

  return { turns, isLoading, error, ask, resume, stop, keepFeedback };
}

const NEW_TURN = { view: EMPTY_RUN, isRunning: false, isLost: false, isStopping: false, feedback: null };

function turnsOf(messages: readonly Message[], feedback: readonly Feedback[]): Turn[] {
  return messages
    .filter(({ author }) => author === 'asker')
    .map(({ id, run_id, text }) => {
      const answer = messages.findLast((one) => one.run_id === run_id && one.answer !== null)?.answer ?? null;
      return {
        ...NEW_TURN,
        key: id,
        question: text,
        view: { ...EMPTY_RUN, runId: run_id, answer },
        feedback: feedback.find((one) => one.run_id === run_id) ?? null,
      };
    });
}

function bodyOf(failure: unknown): NonNullable<RunView['error']> {
  if (failure instanceof ApiError) return failure as ApiError & NonNullable<RunView['error']>;
  return { code: 'INTERNAL', message: failure instanceof Error ? failure.message : '', retryable: true };
}
