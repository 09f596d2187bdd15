import { describe, expect, it } from 'vitest';
import type { Memory } from '../../domain/memory.ts';
import { testContext } from '../../engine/testing/test-context.ts';
import type { NewMemory } from '../../records/memories.port.ts';
import { noMemories } from '../../records/testing/no-memories.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { applyMemories } from './apply-memories.ts';
import { recallMemories } from './recall-memories.ts';

const principal = samplePrincipal();
const remembered = (part: Partial<Memory>): Memory => ({
  id: 'm',
  kind: 'condition',
  text: 'type 2 diabetes',
  run_id: null,
  created_at: '',
  updated_at: '',
  ...part,
});
const DIABETES = remembered({});
const PENICILLIN = remembered({ id: 'a', kind: 'allergy', text: 'penicillin' });

function recall(question: string, known: Memory[] | null) {
  const added: NewMemory[] = [];
  const memories = noMemories({
    recall: async () => known,
    add: async (_, told) => {
      added.push(...told);
    },
  });
  const context = testContext();
  const input = { principal, question, language: 'en' as const };
  return { running: recallMemories({ memories }).run(input, context), added, context };
}

describe('recallMemories', () => {
  it('recalls and keeps nothing for an asker who has not asked for it', async () => {
    const { running, added, context } = recall('I have asthma', null);
    expect(await running).toEqual({ outcome: 'recalled' });
    expect(added).toEqual([]);
    expect(context.events).toEqual([]);
  });

  it('keeps what the message tells, with the turn it was told in', async () => {
    const { running, added, context } = recall('I have asthma', []);
    await running;
    expect(added).toMatchObject([{ kind: 'condition', text: 'asthma', run_id: 'run-1' }]);
    expect(context.events).toMatchObject([{ data: { topic: 'memories-kept', kinds: ['condition'] } }]);
  });

  it('shows in the trace what it used', async () => {
    const { running, context } = recall('What can I eat in the morning?', [DIABETES]);
    expect((await running).writes?.personal_question).toBe(
      'What can I eat in the morning? (type 2 diabetes)',
    );
    expect(context.events).toMatchObject([
      { data: { topic: 'memories-used', memories: [{ id: 'm', text: 'type 2 diabetes' }] } },
    ]);
  });
});

describe('applyMemories', () => {
  const apply = (question: string) => applyMemories(question, [DIABETES, PENICILLIN], 'en').question;

  it('adds what belongs to a question asked for oneself', () => {
    expect(apply('What can I eat in the morning?')).toBe('What can I eat in the morning? (type 2 diabetes)');
    expect(apply('Which antibiotic can I take?')).toBe(
      'Which antibiotic can I take? (type 2 diabetes, allergy to penicillin)',
    );
  });

  it('leaves alone what names its own subject, or is not asked for oneself', () => {
    expect(apply('Can I take ibuprofen for asthma?')).toBe('Can I take ibuprofen for asthma?');
    expect(apply('What is a stroke?')).toBe('What is a stroke?');
  });
});
