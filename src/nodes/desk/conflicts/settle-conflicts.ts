import type { DeskAgents, DeskSettings } from '../../../domain/desk-agents.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { ResolvedConflict } from '../desk-work.ts';
import { detectConflict } from './detect-conflict.ts';
import { weighConflict } from './weigh-conflict.ts';

/** A sentence of a document, and the agent that found it. */
export interface FoundStatement {
  agent: string;
  text: string;
  passage: RankedPassage;
}

export interface SettleOptions {
  /** The agent whose subject the question is, where that is clear. */
  owner: string | null;
  agents: DeskAgents;
  settings: Pick<DeskSettings, 'conflict_weights' | 'workflow_config'>;
}

/** Compares statements of different documents each with each, and weighs those that contradict each other. */
export function settleConflicts(
  statements: readonly FoundStatement[],
  { owner, agents, settings }: SettleOptions,
): ResolvedConflict[] {
  // One object for each: what is read of a statement is remembered by it.
  const said = new Map(statements.map((statement) => [statement, saidBy(statement)]));
  return statements.flatMap((a, i) => statements.slice(i + 1).flatMap((b) => settle(a, b) ?? []));

  function settle(a: FoundStatement, b: FoundStatement): ResolvedConflict | null {
    if (a.passage.document_id === b.passage.document_id) return null;
    const kind = detectConflict(said.get(a) ?? saidBy(a), said.get(b) ?? saidBy(b));
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

/** The statements that lost, as `statementKey` names them. */
export function lostIn(conflicts: readonly ResolvedConflict[]): Set<string> {
  return new Set(
    conflicts.flatMap(({ a, b, winner }) => {
      if (winner === 'both') return [];
      const loser = winner === 'a' ? b : a;
      return [statementKey(loser.passage_id, loser.text)];
    }),
  );
}

export function statementKey(passage_id: string, text: string): string {
  return `${passage_id} ${text}`;
}

function saidBy({ text, passage }: FoundStatement) {
  return { text, language: passage.document.language };
}

function sideOf({ agent, passage }: FoundStatement) {
  const { scope, created_at, evidence_level } = passage.document;
  return { agent, scope, created_at, evidence_level, relevance: passage.scores.relevance };
}

function told({ agent, text, passage }: FoundStatement) {
  const { title, created_at, scope } = passage.document;
  return { agent, text, passage_id: passage.id, title, created_at, scope };
}
