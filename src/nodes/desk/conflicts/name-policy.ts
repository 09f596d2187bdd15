import type { ResolvedConflict } from '../desk-work.ts';

/** What is weighed, where nothing had to be settled. */
const NOTHING_SETTLED = 'weighted_scoring';

/** The rule that settled the contradictions; several are named in the order in which they first decided. */
export function namePolicy(conflicts: readonly ResolvedConflict[]): string {
  const named = new Set(conflicts.map(policyOf));
  return named.size === 0 ? NOTHING_SETTLED : [...named].join('+');
}

function policyOf({ a, b, winner, rule }: ResolvedConflict): string {
  if (winner === 'both') return 'show_both';
  const won = winner === 'a' ? a : b;
  switch (rule) {
    case 'domain':
      return `prefer_${won.agent}_if_owner`;
    case 'scope':
      return `prefer_${won.agent}_if_${won.scope}`;
    case 'recency':
      return 'prefer_newer';
    case 'relevance':
      return 'prefer_more_relevant';
    case 'evidence':
      return 'prefer_stronger_evidence';
    case null:
      return 'show_both';
  }
}
