import type { Answer, EmergencyNotice, Step } from '../../../src/domain/answer.ts';
import type { Proposal } from '../../../src/domain/approval.ts';
import type { ErrorBody } from '../../../src/domain/errors.ts';
import type { NumberedEvent } from '../../../src/domain/run-record.ts';

export interface Note {
  seq: number;
  topic: string;
  data: Readonly<Record<string, unknown>>;
}

/** A turn as its events have told it so far. */
export interface RunView {
  /** The last event that was taken in: one that comes twice counts once. */
  seq: number;
  runId: string | null;
  conversationId: string | null;
  steps: readonly Step[];
  /** The event by which each step began. */
  stepSeqs: ReadonlyMap<number, number>;
  notes: readonly Note[];
  /** What the gate at the door saw; the answer's own word replaces it. */
  emergency: EmergencyNotice | null;
  progress: readonly Readonly<Record<string, unknown>>[];
  /** What is written so far; provisional until the answer is there. */
  draft: string;
  proposals: readonly Proposal[];
  answer: Answer | null;
  error: Pick<ErrorBody, 'code' | 'message' | 'retryable'> | null;
}

export const EMPTY_RUN: RunView = {
  seq: 0,
  runId: null,
  conversationId: null,
  steps: [],
  stepSeqs: new Map(),
  notes: [],
  emergency: null,
  progress: [],
  draft: '',
  proposals: [],
  answer: null,
  error: null,
};

/** The view after one more event. */
export function reduceRun(view: RunView, event: NumberedEvent): RunView {
  if (event.seq <= view.seq) return view;
  const next = { ...view, seq: event.seq };
  switch (event.type) {
    case 'step':
      return {
        ...next,
        steps: withStep(view.steps, event.data),
        stepSeqs: view.stepSeqs.has(event.data.order)
          ? view.stepSeqs
          : new Map(view.stepSeqs).set(event.data.order, event.seq),
      };
    case 'note':
      return withNote(next, { seq: event.seq, topic: event.data.topic, data: event.data });
    case 'token':
      return { ...next, draft: view.draft + event.data.text };
    case 'progress':
      return { ...next, progress: [...view.progress, event.data] };
    case 'approval':
      // The cast, because the server makes these events from its own proposals.
      return { ...next, proposals: withProposal(view.proposals, event.data as unknown as Proposal) };
    case 'answer':
      return {
        ...next,
        answer: event.data,
        runId: event.data.id,
        conversationId: event.data.conversation_id,
      };
    case 'error':
      return { ...next, error: event.data };
  }
}

/** The emergency that a turn is about: known long before the answer, which has the last word. */
export function emergencyOf({ answer, emergency }: RunView): EmergencyNotice | null {
  return answer === null ? emergency : answer.emergency;
}

export function withProposal(known: readonly Proposal[], proposal: Proposal): Proposal[] {
  const others = known.filter(({ call_id }) => call_id !== proposal.call_id);
  return [...others, proposal];
}

/** A step is told when it begins and again when it ends. */
function withStep(steps: readonly Step[], step: Step): Step[] {
  return [...steps.filter(({ order }) => order !== step.order), step].sort((a, b) => a.order - b.order);
}

function withNote(view: RunView, note: Note): RunView {
  const next = { ...view, notes: [...view.notes, note] };
  const { run_id, conversation_id } = note.data;
  if (note.topic === 'accepted' && typeof run_id === 'string' && typeof conversation_id === 'string') {
    return { ...next, runId: run_id, conversationId: conversation_id };
  }
  if (note.topic === 'emergency') {
    // The cast, because the gate makes this note from its own notice.
    return { ...next, emergency: note.data.notice as EmergencyNotice };
  }
  return next;
}
