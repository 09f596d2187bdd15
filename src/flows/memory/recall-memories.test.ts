import { describe, expect, it } from 'vitest';
import type { Memory } from '../../domain/memory.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import type { NewMemory } from '../../records/memories.port.ts';
import { noMemories } from '../../records/testing/no-memories.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { memoriesFor, withTold, wordsOf } from './apply-memories.ts';
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

function recall(question: string, known: Memory[] | null, for_themselves = true) {
  const added: NewMemory[] = [];
  const memories = noMemories({
    recall: async () => known,
    add: async (_, told) => {
      added.push(...told);
    },
  });
  const context = testContext();
  const input = { principal, question, language: 'en' as const, about_a_person: false, for_themselves };
  return { running: recallMemories({ memories }).run(input, context), added, context };
}

describe('recallMemories', () => {
  it('recalls and keeps nothing for an asker who has not asked for it', async () => {
    const { running, added, context } = recall('I have asthma', null);
    expect((await running).writes).toEqual({ told: [], preferences: [], about_a_person: false });
    expect(added).toEqual([]);
    expect(context.events).toEqual([]);
  });

  it('remembers what the message says, with the turn it was said in', async () => {
    const { running, added, context } = recall('I have asthma', []);
    await running;
    expect(added).toMatchObject([{ kind: 'condition', text: 'asthma', run_id: 'run-1' }]);
    expect(context.events).toMatchObject([{ data: { topic: 'memories-kept', kinds: ['condition'] } }]);
  });

  it('keeps nothing of what is already known, and nothing of a professional, who speaks of others', async () => {
    const known = recall('I have type 2 diabetes', [DIABETES]);
    await known.running;
    expect(known.added).toEqual([]);
    const doctor = recall('I have asthma', [], false);
    expect((await doctor.running).writes.told).toEqual([]);
    expect(doctor.added).toEqual([]);
  });

  it('continues without memories that cannot be reached', async () => {
    const memories = noMemories({ recall: () => Promise.reject(new Error('down')) });
    const context = testContext();
    const input = {
      principal,
      question: 'What can I eat?',
      language: 'en' as const,
      about_a_person: false,
      for_themselves: true,
    };
    expect((await recallMemories({ memories }).run(input, context)).outcome).toBe('recalled');
    expect(context.events).toMatchObject([{ data: { topic: 'memories-unreachable', problem: 'Error' } }]);
  });

  it('shows in the trace what it used', async () => {
    const { running, context } = recall('What can I eat in the morning?', [DIABETES]);
    expect((await running).writes).toEqual({
      told: ['type 2 diabetes'],
      preferences: [],
      about_a_person: true,
    });
    expect(context.events).toMatchObject([
      { data: { topic: 'memories-used', memories: [{ id: 'm', text: 'type 2 diabetes' }] } },
    ]);
  });
});

describe('what of it belongs to a question', () => {
  const apply = (question: string) =>
    withTold(
      question,
      memoriesFor(question, [DIABETES, PENICILLIN], 'en').map((memory) => wordsOf(memory, 'en')),
    );

  it('is what is asked for oneself', () => {
    expect(apply('What can I eat in the morning?')).toBe('What can I eat in the morning? (type 2 diabetes)');
    expect(apply('Which antibiotic can I take?')).toBe(
      'Which antibiotic can I take? (type 2 diabetes, allergy to penicillin)',
    );
  });

  it('is nothing where the question names its own subject, is not asked for oneself, or is about another', () => {
    for (const question of [
      'Can I take ibuprofen for asthma?',
      'What is a stroke?',
      'My son has a fever, what can I give him?',
    ])
      expect(apply(question)).toBe(question);
  });
});
