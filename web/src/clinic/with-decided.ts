import type { Proposal } from '../../../src/domain/approval.ts';

type Named = Pick<Proposal, 'run_id' | 'call_id' | 'created_at'>;

/** What waits, and what was decided here just now, each in its place: a card does not vanish under the hand. */
export function withDecided<Card extends Named>(pending: readonly Card[], decided: readonly Card[]): Card[] {
  const gone = decided.filter((card) => !pending.some((other) => keyOf(other) === keyOf(card)));
  return [...pending, ...gone].sort((a, b) => placeOf(a).localeCompare(placeOf(b)));
}

export function keyOf({ run_id, call_id }: Pick<Named, 'run_id' | 'call_id'>): string {
  return `${run_id} ${call_id}`;
}

function placeOf(card: Named): string {
  return `${card.created_at} ${keyOf(card)}`;
}
