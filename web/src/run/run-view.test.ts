import { describe, expect, it } from 'vitest';
import type { Answer, EmergencyNotice } from '../../../src/domain/answer.ts';
import type { NumberedEvent } from '../../../src/domain/run-record.ts';
import { EMPTY_RUN, emergencyOf, reduceRun } from './run-view.ts';

const step = {
  order: 1,
  step: 'validate',
  node: 'front-gate',
  outcome: null,
  started_at: '',
  duration_ms: 0,
};
const EVENTS: NumberedEvent[] = [
  { seq: 1, type: 'note', data: { topic: 'flow-chosen', flow: 'evidence' } },
  { seq: 2, type: 'step', data: { ...step, status: 'running' } },
  { seq: 3, type: 'step', data: { ...step, status: 'done', outcome: 'pass', duration_ms: 5 } },
  {
    seq: 4,
    type: 'note',
    data: { topic: 'accepted', run_id: 'run', conversation_id: 'talk', language: 'en' },
  },
  { seq: 5, type: 'token', data: { text: 'Asp' } },
  { seq: 6, type: 'token', data: { text: 'irin' } },
];

describe('reduceRun', () => {
  const view = EVENTS.reduce(reduceRun, EMPTY_RUN);

  it('keeps a step once, as it ended, and knows where it began', () => {
    expect(view.steps.map(({ status, duration_ms }) => [status, duration_ms])).toEqual([['done', 5]]);
    expect(view.stepSeqs.get(1)).toBe(2);
  });

  it('knows run and conversation once the turn is accepted', () => {
    expect([view.runId, view.conversationId, view.draft]).toEqual(['run', 'talk', 'Aspirin']);
  });

  it('takes an event that comes twice once', () => {
    expect([...EVENTS, ...EVENTS].reduce(reduceRun, EMPTY_RUN)).toEqual(view);
  });

  it('knows an emergency while the answer is still being written, and then by the answer', () => {
    const notice: EmergencyNotice = { category: 'cardiac', message: 'Call 115 now.', phone: '115' };
    const told = reduceRun(view, { seq: 7, type: 'note', data: { topic: 'emergency', notice } });
    expect([emergencyOf(view), emergencyOf(told)]).toEqual([null, notice]);
    // The cast, because of an answer only its emergency is looked at here.
    const answer = { emergency: { ...notice, quiet: true } } as Answer;
    expect(emergencyOf(reduceRun(told, { seq: 8, type: 'answer', data: answer }))).toBe(answer.emergency);
  });

  it('keeps the newest word on each proposal', () => {
    const proposal = (seq: number, call_id: string, state: string): NumberedEvent => ({
      seq,
      type: 'approval',
      data: { call_id, state },
    });
    const events = [proposal(7, 'a', 'pending'), proposal(8, 'b', 'pending'), proposal(9, 'a', 'rejected')];
    const { proposals } = events.reduce(reduceRun, view);
    expect(proposals.map(({ call_id, state }) => [call_id, state])).toEqual([
      ['b', 'pending'],
      ['a', 'rejected'],
    ]);
  });
});
