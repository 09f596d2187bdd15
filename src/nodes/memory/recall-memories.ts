import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { Language } from '../../domain/language.ts';
import type { Memory } from '../../domain/memory.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Memories } from '../../records/memories.port.ts';
import { memoriesFor, wordsOf } from './apply-memories.ts';
import { readStatements } from './read-statements.ts';

/** Of an asker who wants it: keeps what this message tells of them, and recalls what belongs to the question. */
export function recallMemories({ memories }: { memories: Memories }) {
  return defineNode({
    step: 'recall',
    reads: z.object({
      principal: Principal,
      question: z.string(),
      language: Language,
      about_a_person: z.boolean(),
      /** False where someone asks as a professional: then they speak of others. */
      for_themselves: z.boolean(),
    }),
    outcomes: ['recalled'],

    async run({ principal, question, language, about_a_person, for_themselves }, context) {
      const { runId, newId, clock, emit } = context;
      const nothing = { told: [], preferences: [], about_a_person };
      if (!for_themselves) return { outcome: 'recalled' as const, writes: nothing };
      let known: Memory[] | null;
      try {
        known = await memories.recall(principal);
      } catch (error) {
        // Without what was told before a question can still be answered.
        context.signal.throwIfAborted();
        const problem = error instanceof Error ? error.name : 'unknown';
        emit({ type: 'note', data: { topic: 'memories-unreachable', problem } });
        return { outcome: 'recalled' as const, writes: nothing };
      }
      if (known === null) return { outcome: 'recalled' as const, writes: nothing };

      const used = memoriesFor(question, known, language);
      const preferences = known.filter(({ kind }) => kind === 'preference');
      const at = new Date(clock()).toISOString();
      const isNew = ({ kind, text }: Pick<Memory, 'kind' | 'text'>) =>
        !known.some((memory) => memory.kind === kind && memory.text.toLowerCase() === text.toLowerCase());
      const fresh = readStatements(question, language)
        .filter(isNew)
        .map((statement) => ({ ...statement, id: newId(), run_id: runId, at }));
      if (fresh.length > 0) {
        await memories.add(principal, fresh);
        emit({ type: 'note', data: { topic: 'memories-kept', kinds: fresh.map(({ kind }) => kind) } });
      }
      if (used.length + preferences.length > 0) {
        const shown = [...used, ...preferences].map(({ id, kind, text }) => ({ id, kind, text }));
        emit({ type: 'note', data: { topic: 'memories-used', memories: shown } });
      }
      const writes = {
        told: used.map((memory) => wordsOf(memory, language)),
        preferences: preferences.map(({ text }) => text),
        about_a_person: about_a_person || used.length > 0,
      };
      return { outcome: 'recalled' as const, writes };
    },
  });
}
