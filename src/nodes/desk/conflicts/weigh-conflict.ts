import type { Scope } from '../../../domain/access.ts';
import type { ConflictWeights, DeskAgents } from '../../../domain/desk-agents.ts';
import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../../../domain/evidence-level.ts';

/** One side of a conflict: who says it, and what speaks for its word. */
export interface Side {
  agent: string;
  scope: Scope;
  created_at: string;
  relevance: number;
  evidence_level: EvidenceLevel;
}

export type Factor = keyof ConflictWeights;

export interface Verdict {
  winner: 'a' | 'b' | 'both';
  /** The reason that weighed most for the winner; null where none weighed enough. */
  rule: Factor | null;
  scores: { a: number; b: number };
  factors: Record<Factor, { a: number; b: number }>;
}

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

export interface WeighOptions {
  /** The agent whose subject the question is, where that is clear. */
  owner: string | null;
  agents: DeskAgents;
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
