import { z } from 'zod';
import type { DeskSettings } from '../../domain/desk-agents.ts';
import { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { detectConflict } from './conflicts/detect-conflict.ts';
import { ownerOf } from './conflicts/owner-of.ts';
import { weighConflict } from './conflicts/weigh-conflict.ts';
import { DeskFrame, type ResolvedConflict, TaskOutcome } from './desk-work.ts';
import { isMade } from './made-passage.ts';

/** Compared each with each: beyond this the best of them say what there is. */
const MAX_STATEMENTS = 40;

interface Statement {
  agent: string;
  text: string;
  passage: RankedPassage;
}

/** Finds where what was found contradicts itself, and settles by weight which side is believed. */
export function resolveConflicts({ settings }: { settings: DeskSettings }) {
  return defineNode({
    step: 'resolve',
    reads: z.object({ frame: DeskFrame, outcomes: z.array(TaskOutcome), language: Language }),
    outcomes: ['resolved'],

    run({ frame, outcomes, language }, { clock, emit }) {
      const started = clock();
      const owner = ownerOf(frame.asked, language, frame.agents);
      const statements = statementsOf(outcomes);
      const conflicts = statements.flatMap((a, i) =>
        statements.slice(i + 1).flatMap((b) => settle(a, b, owner, frame) ?? []),
      );
      for (const { kind, winner, rule, scores } of conflicts)
        emit({ type: 'note', data: { topic: 'conflict', kind, winner, rule, scores } });
      const resolution = { owner, conflicts, duration_ms: clock() - started };
      return { outcome: 'resolved' as const, writes: { resolution } };
    },
  });

  function settle(
    a: Statement,
    b: Statement,
    owner: string | null,
    { agents }: DeskFrame,
  ): ResolvedConflict | null {
    if (a.passage.document_id === b.passage.document_id) return null;
    const kind = detectConflict(saidBy(a), saidBy(b));
    if (kind === null) return null;
    const { winner, rule, scores, factors } = weighConflict(sideOf(a), sideOf(b), {
      owner,
      agents,
      weights: settings.conflict_weights,
      threshold: settings.workflow_config.conflict_resolution_threshold,
    });
    return { kind, a: told(a), b: told(b), winner, rule, scores, factors };
  }
}

/** What was found in documents, each statement of each document once, by the agent that found it first. */
function statementsOf(outcomes: readonly TaskOutcome[]): Statement[] {
  const found = outcomes.flatMap(({ task, result }) =>
    (result?.sentences ?? []).flatMap(({ text, passage_id, score }) => {
      const passage = result?.passages.find(({ id }) => id === passage_id);
      return passage && !isMade(passage) ? [{ agent: task.agent, text, passage, score }] : [];
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

function saidBy({ text, passage }: Statement) {
  return { text, language: passage.document.language };
}

function sideOf({ agent, passage }: Statement) {
  const { scope, created_at, evidence_level } = passage.document;
  return { agent, scope, created_at, evidence_level, relevance: passage.scores.relevance };
}

function told({ agent, text, passage }: Statement) {
  const { title, created_at } = passage.document;
  return { agent, text, passage_id: passage.id, title, created_at };
}
