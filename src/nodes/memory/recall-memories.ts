import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Memories } from '../../records/memories.port.ts';
import { applyMemories } from './apply-memories.ts';
import { readStatements } from './read-statements.ts';

/** Of an asker who wants it: keeps what this message tells of them, and recalls what belongs to the question. */
export function recallMemories({ memories }: { memories: Memories }) {
  return defineNode({
    step: 'recall',
    reads: z.object({ principal: Principal, question: z.string(), language: Language }),
    outcomes: ['recalled'],

    async run({ principal, question, language }, { runId, newId, clock, emit }) {
      const known = await memories.recall(principal);
      if (known === null) return { outcome: 'recalled' as const };

      const { question: personal_question, used } = applyMemories(question, known, language);
      const preferences = known.filter(({ kind }) => kind === 'preference');
      const at = new Date(clock()).toISOString();
      const told = readStatements(question, language).map((statement) => ({
        ...statement,
        id: newId(),
        run_id: runId,
        at,
      }));
      if (told.length > 0) {
        await memories.add(principal, told);
        emit({ type: 'note', data: { topic: 'memories-kept', kinds: told.map(({ kind }) => kind) } });
      }
      if (used.length + preferences.length > 0) {
        const shown = [...used, ...preferences].map(({ id, kind, text }) => ({ id, kind, text }));
        emit({ type: 'note', data: { topic: 'memories-used', memories: shown } });
      }
      const writes = { personal_question, preferences: preferences.map(({ text }) => text) };
      return { outcome: 'recalled' as const, writes };
    },
  });
}
