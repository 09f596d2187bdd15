import type { Scope } from '../../../domain/access.ts';
import type { ConflictWeights, DeskAgents, DeskSettings } from '../../../domain/desk-agents.ts';
import { EVIDENCE_WEIGHTS } from '../../../domain/evidence-level.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { ResolvedConflict } from '../desk-work.ts';
import { detectConflict } from './detect-conflict.ts';

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
  // One object for each: a statement is read once, however many it is compared with.
  const read = statements.map((statement) => ({
    ...statement,
    said: { text: statement.text, language: statement.passage.document.language },
  }));
  return read.flatMap((a, i) => read.slice(i + 1).flatMap((b) => settle(a, b) ?? []));

  function settle(a: (typeof read)[number], b: (typeof read)[number]): ResolvedConflict | null {
    if (a.passage.document_id === b.passage.document_id) return null;
    const kind = detectConflict(a.said, b.said);
    if (kind === null) return null;
    const weights = settings.conflict_weights;
    const threshold = settings.workflow_config.conflict_resolution_threshold;
    const verdict = weighConflict(sideOf(a), sideOf(b), { owner, agents, weights, threshold });
    return { kind, a: told(a), b: told(b), ...verdict };
  }
}

/** The statements that lost, as `statementKey` names them, each with the one that it lost to. */
export function lostIn(conflicts: readonly ResolvedConflict[]): Map<string, ResolvedConflict['a']> {
  return new Map(
    conflicts.flatMap(({ a, b, winner }) => {
      if (winner === 'both') return [];
      const [won, lost] = winner === 'a' ? [a, b] : [b, a];
      return [[statementKey(lost.passage_id, lost.text), won]];
    }),
  );
}

export function statementKey(passage_id: string, text: string): string {
  return `${passage_id} ${text}`;
}

function sideOf({ agent, passage }: FoundStatement) {
  const { scope, created_at, evidence_level } = passage.document;
  return { agent, scope, created_at, evidence_level, relevance: passage.scores.relevance };
}

function told({ agent, text, passage }: FoundStatement) {
  const { title, created_at, scope } = passage.document;
  return { agent, text, passage_id: passage.id, title, created_at, scope };
}

/** One side of a conflict: who says it, and what speaks for its word. */
export type Side = ReturnType<typeof sideOf>;

type Factor = keyof ConflictWeights;

type Verdict = Pick<ResolvedConflict, 'winner' | 'rule' | 'scores' | 'factors'>;

/** Below this two relevances say nothing about who is right. */
const CLEAR_GAP = 0.2;

/**
 * Weighs two statements that contradict each other. Each reason speaks for one side, for neither, or, for evidence, for
 * both in part; below the threshold neither is believed over the other.
 */
export function weighConflict(
  a: Side,
  b: Side,
  { owner, agents, weights, threshold }: WeighOptions,
): Verdict {
  const factors: Verdict['factors'] = {
    domain: prefer(a.agent === owner, b.agent === owner),
    recency: prefer(a.created_at > b.created_at, b.created_at > a.created_at),
    scope: byScope(a, b, agents[a.agent === b.agent ? a.agent : '']?.scope_order ?? []),
    relevance: prefer(a.relevance - b.relevance >= CLEAR_GAP, b.relevance - a.relevance >= CLEAR_GAP),
    evidence: { a: EVIDENCE_WEIGHTS[a.evidence_level], b: EVIDENCE_WEIGHTS[b.evidence_level] },
  };
  // The keys of a literal above.
  const names = Object.keys(factors) as Factor[];
  const total = (side: 'a' | 'b') =>
    round(names.reduce((sum, name) => sum + weights[name] * factors[name][side], 0));
  const scores = { a: total('a'), b: total('b') };
  const gap = Math.abs(scores.a - scores.b);
  // A hair of rounding must not decide.
  if (gap + 1e-9 < threshold || gap === 0) return { winner: 'both', rule: null, scores, factors };
  const winner = scores.a > scores.b ? 'a' : 'b';
  const loser = winner === 'a' ? 'b' : 'a';
  const lead = (name: Factor) => weights[name] * (factors[name][winner] - factors[name][loser]);
  const rule = names.reduce((best, name) => (lead(name) > lead(best) ? name : best));
  return { winner, rule, scores, factors };
}

interface WeighOptions extends Pick<SettleOptions, 'owner' | 'agents'> {
  weights: ConflictWeights;
  threshold: number;
}

function prefer(a: boolean, b: boolean): { a: number; b: number } {
  return { a: a && !b ? 1 : 0, b: b && !a ? 1 : 0 };
}

/** Within one department, where it has an order: what stands earlier in it counts more. */
function byScope(a: Side, b: Side, order: readonly Scope[]): { a: number; b: number } {
  const [placeA, placeB] = [order.indexOf(a.scope), order.indexOf(b.scope)];
  if (placeA === -1 || placeB === -1) return { a: 0, b: 0 };
  return prefer(placeA < placeB, placeB < placeA);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

const VERSION = /\s*\([^()]{0,40}\d{4}[^()]{0,10}\)\s*$/u;

/** The documents of which a later version was found too: the same title but for the year, of the same department. */
export function earlierVersions(passages: readonly RankedPassage[]): Set<string> {
  const documents = passages.map(({ document_id, document }) => ({ document_id, ...document }));
  return new Set(
    documents
      .filter((one) =>
        documents.some(
          (other) =>
            other.department === one.department &&
            other.language === one.language &&
            other.title.replace(VERSION, '') === one.title.replace(VERSION, '') &&
            other.created_at > one.created_at,
        ),
      )
      .map(({ document_id }) => document_id),
  );
}
