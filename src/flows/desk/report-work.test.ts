import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import { defaultDeskSettings } from './agents/default-settings.ts';
import { type FoundStatement, settleConflicts } from './conflicts/settle-conflicts.ts';
import { namePolicy } from './report-work.ts';

type Document = RankedPassage['document'];

/** A statement as found; of its passage only what is weighed. */
function found(agent: string, text: string, part: Partial<Document> = {}, relevance = 0.8): FoundStatement {
  const document = {
    title: text,
    language: 'en',
    scope: 'internal',
    created_at: '2025-01-01',
    evidence_level: 'expert_opinion',
    ...part,
  };
  const passage = { id: text, document_id: text, document, scores: { relevance } };
  // Settling reads nothing else of a passage.
  return { agent, text, passage: passage as unknown as RankedPassage };
}

const LATE = 'Badges are issued within 5 working days.';
const SOON = 'Badges are issued within 2 working days.';

function policyOf(statements: FoundStatement[], owner: string | null = 'hr'): string {
  const { agents } = defaultDeskSettings();
  return namePolicy(settleConflicts(statements, { owner, agents, settings: defaultDeskSettings() }));
}

describe('namePolicy', () => {
  it.each<[string, FoundStatement[]]>([
    ['prefer_hr_if_owner', [found('hr', LATE), found('general', SOON, { created_at: '2026-01-01' })]],
    ['prefer_newer', [found('hr', LATE), found('hr', SOON, { created_at: '2026-01-01' })]],
    ['prefer_hr_if_private', [found('hr', LATE), found('hr', SOON, { scope: 'private' })]],
    ['prefer_more_relevant', [found('hr', LATE, {}, 0.5), found('hr', SOON, {}, 0.9)]],
    ['show_both', [found('hr', LATE), found('hr', SOON)]],
    ['weighted_scoring', [found('hr', LATE), found('hr', 'The canteen closes at 20:00.')]],
  ])('names what decided: %s', (policy, statements) => {
    expect(policyOf(statements)).toBe(policy);
  });

  it('does not say that the owner was preferred where the newer text was', () => {
    const pages = [found('general', LATE), found('general', SOON, { created_at: '2026-01-01' })];
    expect(policyOf(pages, 'general')).toBe('prefer_newer');
  });

  it('names each rule once where several decided', () => {
    const statements = [
      found('hr', LATE),
      found('hr', SOON, { created_at: '2026-01-01' }),
      found('general', 'Badges are issued within 3 working days.', { created_at: '2026-01-01' }),
    ];
    expect(policyOf(statements)).toBe('prefer_newer+prefer_hr_if_owner');
  });
});
