import { describe, expect, it } from 'vitest';
import { defaultDeskSettings } from '../agents/default-settings.ts';
import { type Side, weighConflict } from './settle-conflicts.ts';

const { agents, conflict_weights: weights } = defaultDeskSettings();
const side = (part: Partial<Side> = {}): Side => ({
  agent: 'hr',
  scope: 'internal',
  created_at: '2025-01-01',
  relevance: 0.8,
  evidence_level: 'expert_opinion',
  ...part,
});
const weigh = (a: Partial<Side>, b: Partial<Side>, owner: string | null = 'hr', threshold = 0.1) =>
  weighConflict(side(a), side(b), { owner, agents, weights, threshold });

describe('weighConflict', () => {
  it('believes the owner of the subject over a newer, closer page of another department', () => {
    const verdict = weigh({}, { agent: 'general', created_at: '2026-01-01', relevance: 1, scope: 'public' });
    expect(verdict).toMatchObject({ winner: 'a', rule: 'domain' });
    expect(verdict.scores.a - verdict.scores.b).toBeGreaterThanOrEqual(0.1);
  });

  it('believes the newer of one department over the more closed and the closer one', () => {
    const verdict = weigh({ created_at: '2026-01-01' }, { scope: 'private', relevance: 1 });
    expect(verdict).toMatchObject({ winner: 'a', rule: 'recency' });
  });

  it('goes by scope only where the department has an order', () => {
    expect(weigh({ scope: 'private' }, {})).toMatchObject({ winner: 'a', rule: 'scope' });
    const pages = [
      { agent: 'general', scope: 'private' as const },
      { agent: 'general', scope: 'public' as const },
    ] as const;
    expect(weigh(...pages, 'general').winner).toBe('both');
  });

  it('takes a clearly closer text, and neither where the gap is small', () => {
    expect(weigh({ relevance: 0.9 }, { relevance: 0.6 })).toMatchObject({ winner: 'a', rule: 'relevance' });
    expect(weigh({ relevance: 0.9 }, { relevance: 0.8 }).winner).toBe('both');
  });

  it('is the same the other way round', () => {
    expect(weigh({}, { created_at: '2026-01-01' }).winner).toBe('b');
  });

  it('shows both below the threshold, whatever it is', () => {
    expect(weigh({ created_at: '2026-01-01' }, {}, 'hr', 0.6).winner).toBe('both');
  });
});
