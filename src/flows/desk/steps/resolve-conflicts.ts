import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type FoundStatement, settleConflicts } from '../conflicts/settle-conflicts.ts';
import { DeskState, type TaskOutcome } from '../desk-work.ts';
import { ownerOf } from '../match-agents.ts';
import { isSynthetic } from '../synthetic-passage.ts';

/** Compared each with each: beyond this the best of them say what there is. */
const MAX_STATEMENTS = 40;

/** Finds where what was found contradicts itself, and settles by weight which side is believed. */
export function resolveConflicts({ settings }: { settings: DeskSettings }) {
  return defineNode({
    step: 'resolve',
    reads: DeskState.pick({ frame: true, outcomes: true, language: true }),
    outcomes: ['resolved'],

    run({ frame, outcomes, language }, { clock, emit }) {
      const started = clock();
      const owner = ownerOf(frame.asked, language, frame.agents);
      const statements = statementsOf(outcomes);
      const conflicts = settleConflicts(statements, { owner, agents: frame.agents, settings });
      for (const { kind, winner, rule, scores } of conflicts)
        emit({ type: 'note', data: { topic: 'conflict', kind, winner, rule, scores } });
      const resolution = { owner, conflicts, duration_ms: clock() - started };
      return { outcome: 'resolved' as const, writes: { resolution } };
    },
  });
}

/** What was found in documents, each statement of each document once, by the agent that found it first. */
function statementsOf(outcomes: readonly TaskOutcome[]): FoundStatement[] {
  const found = outcomes.flatMap(({ task, result }) =>
    (result?.sentences ?? []).flatMap(({ text, passage_id, score }) => {
      const passage = result?.passages.find(({ id }) => id === passage_id);
      return passage && !isSynthetic(passage) ? [{ agent: task.agent, text, passage, score }] : [];
    }),
  );
  const seen = new Set<string>();
  return found
    .sort((a, b) => b.score - a.score)
    .filter(
      ({ text, passage }) =>
        !seen.has(`${passage.document_id} ${text}`) && seen.add(`${passage.document_id} ${text}`),
    )
    .slice(0, MAX_STATEMENTS);
}
