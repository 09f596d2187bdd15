import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { Memory, MemoryKind } from '../../domain/memory.ts';
import { defineNode } from '../../engine/define-node.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import type { Memories } from '../../records/memories.port.ts';
import { TurnState } from '../shared/turn-state.ts';
import { conditionsIn, memoriesFor, memoryCues, speaksOfSomeoneElse, wordsOf } from './apply-memories.ts';

/** Where one thing that is said ends and the next begins. */
const CLAUSE_ENDS = /[.!?;\n]|,(?=\s)|\s(?:but|nhưng|because|vì)\s/u;

const preferences = once(() => readLexicon('language/preferences', ['language', 'cue', 'text']));

/** Of an asker who wants it: keeps what this message tells of them, and recalls what belongs to the question. */
export function recallMemories({ memories }: { memories: Memories }) {
  return defineNode({
    step: 'recall',
    reads: TurnState.pick({ principal: true, question: true, language: true, about_a_person: true }).extend({
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
      const wishes = known.filter(({ kind }) => kind === 'preference');
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
      if (used.length + wishes.length > 0) {
        const shown = [...used, ...wishes].map(({ id, kind, text }) => ({ id, kind, text }));
        emit({ type: 'note', data: { topic: 'memories-used', memories: shown } });
      }
      const writes = {
        told: used.map((memory) => wordsOf(memory, language)),
        preferences: wishes.map(({ text }) => text),
        about_a_person: about_a_person || used.length > 0,
      };
      return { outcome: 'recalled' as const, writes };
    },
  });
}

interface Statement {
  kind: MemoryKind;
  text: string;
}

/** What askers say of themselves for good: conditions, medication, allergies, how they like to be answered. */
export function readStatements(message: string, language: Language): Statement[] {
  const said = message.split(CLAUSE_ENDS).flatMap((clause) => statementsIn(clause, language));
  const wishes = preferences()
    .filter((row) => row.language === language && new RegExp(row.cue, 'iu').test(message))
    .map(({ text }) => ({ kind: 'preference' as const, text }));
  const all = [...said, ...wishes];
  return all.filter(({ kind, text }, i) => all.findIndex((s) => s.kind === kind && s.text === text) === i);
}

function statementsIn(clause: string, language: Language): Statement[] {
  const says = (name: 'condition' | 'medication' | 'allergy' | 'not_so') =>
    memoryCues()[`${name}_${language}`];
  // It is asked, denied, over or feared.
  if (says('not_so').test(clause) || speaksOfSomeoneElse(clause, language)) return [];
  const allergen = says('allergy').exec(clause)?.[1];
  if (allergen !== undefined) {
    const text = allergenOf(allergen);
    return text === '' ? [] : [{ kind: 'allergy', text }];
  }
  const drugs = says('medication').test(clause) ? drugNamesIn(clause) : [];
  const conditions = says('condition').test(clause) ? conditionsIn(clause, language) : [];
  return [
    ...conditions.map((text) => ({ kind: 'condition' as const, text })),
    ...drugs.map((text) => ({ kind: 'medication' as const, text: text.toLowerCase() })),
  ];
}

/** The first words after the cue, up to where something else is said. */
function allergenOf(words: string): string {
  return (
    words
      .split(/\s(?:and I|so|which|what|since|nên|thì|có|và)\s|[()]/u)[0]
      ?.trim()
      .split(/\s+/u)
      .slice(0, 5)
      .join(' ')
      .toLowerCase() ?? ''
  );
}
