import { describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../domain/access.ts';
import type { EmergencyNotice } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { Message } from '../../domain/run-record.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import type { NewRun, RunRecords } from '../../records/run-records.port.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { openTurn } from './open-turn.ts';

const principal = samplePrincipal({ audience: 'patient' });
const EARLIER: Message = {
  id: 'm',
  run_id: 'r',
  author: 'asker',
  text: 'Before',
  answer: null,
  created_at: '',
};
const CONVERSATION = '6f1c2d3e-0000-4000-8000-000000000001';

const told = async () => ({ messages: [EARLIER], isUnderWay: false });

function open(
  conversation_id: string | null,
  begin: RunRecords['begin'],
  context = testContext(),
  history: RunRecords['history'] = told,
  emergency: EmergencyNotice | null = null,
) {
  const records: Pick<RunRecords, 'begin' | 'history'> = { begin, history };
  // A cast, because a turn is opened with these two alone.
  const node = openTurn({ records: records as RunRecords, flow: 'evidence' });
  const request = AskRequest.parse({ message: 'raw question', conversation_id });
  const input = {
    request,
    principal,
    conversation_id: CONVERSATION,
    question: 'redacted question',
    language: 'en' as const,
    emergency,
  };
  return { running: node.run(input, context), context };
}

describe('openTurn', () => {
  it('stores the redacted question before it says that the turn is accepted', async () => {
    const begun: NewRun[] = [];
    const context = testContext();
    const begin = async (_: Principal, run: NewRun) => {
      expect(context.events).toEqual([]);
      begun.push(run);
    };
    const { running } = open(null, begin, context);
    expect(await running).toEqual({
      outcome: 'opened',
      writes: { history: [], question: 'redacted question' },
    });
    expect(begun).toMatchObject([
      { id: 'run-1', new_conversation: true, flow: 'evidence', question: 'redacted question' },
    ]);
    expect(context.events).toEqual([
      {
        type: 'note',
        data: { topic: 'accepted', run_id: 'run-1', conversation_id: CONVERSATION, language: 'en' },
      },
    ]);
  });

  it('brings what was said before in the same conversation', async () => {
    const begun: NewRun[] = [];
    const { running } = open(CONVERSATION, async (_, run) => {
      begun.push(run);
    });
    expect((await running).writes).toMatchObject({ history: [EARLIER] });
    expect(begun[0]?.new_conversation).toBe(false);
  });

  it('waits for the turn before it, and then sees its answer', async () => {
    const looks = [
      { messages: [], isUnderWay: true },
      { messages: [EARLIER], isUnderWay: false },
    ];
    const history = async () => looks.shift() ?? { messages: [], isUnderWay: false };
    const context = testContext();
    const { running } = open(CONVERSATION, async () => {}, context, history);
    expect((await running).writes).toMatchObject({ history: [EARLIER] });
    expect(context.events).toMatchObject([
      { data: { topic: 'accepted' } },
      { data: { topic: 'waits-for-earlier-turn' } },
    ]);
  });

  it('answers thoughts of suicide with care instead of a search, but for a clinician', async () => {
    const notice = { category: 'suicide', message: 'call', phone: '115' };
    const begin = async () => {};
    const { running } = open(null, begin, testContext(), told, notice);
    expect(await running).toMatchObject({
      outcome: 'crisis',
      writes: { is_ours: true, draft: expect.stringContaining('tell someone now') },
    });
    const quiet = open(null, begin, testContext(), told, { ...notice, quiet: true });
    expect(await quiet.running).toMatchObject({ outcome: 'opened' });
  });

  it('stores Vietnamese as it was typed, and reads it with its marks', async () => {
    const records = { begin: vi.fn(async () => {}), history: told };
    const typed = { request: AskRequest.parse({ message: 'x' }), principal, conversation_id: CONVERSATION };
    const input = { ...typed, question: 'toi bi dau hong', language: 'vi' as const, emergency: null };
    const read = async (flow: 'evidence' | 'clinic') =>
      // A cast, because a turn is opened with these two alone.
      (await openTurn({ records: records as unknown as RunRecords, flow }).run(input, testContext())).writes;
    expect(await read('evidence')).toMatchObject({ question: 'tôi bị đau họng' });
    expect(await read('clinic')).toMatchObject({ question: 'toi bi dau hong' });
    expect(records.begin).toHaveBeenCalledWith(
      principal,
      expect.objectContaining({ question: 'toi bi dau hong' }),
    );
  });

  it('does not wait longer than the turn may take', async () => {
    const context = testContext({ timeoutMs: 150 });
    const history = async () => ({ messages: [], isUnderWay: true });
    const { running } = open(CONVERSATION, async () => {}, context, history);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('accepts nothing that could not be stored', async () => {
    const { running, context } = open(null, () => Promise.reject(new Error('the disk is full')));
    await expect(running).rejects.toThrow('the disk is full');
    expect(context.events).toEqual([]);
  });
});
