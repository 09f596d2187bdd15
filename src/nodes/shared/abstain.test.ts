import { describe, expect, it } from 'vitest';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { testContext } from '../../engine/testing/test-context.ts';
import { abstain } from './abstain.ts';

const say = async (language: Language, part: object = {}, search_query = 'zebra fever') => {
  const request = AskRequest.parse({ message: 'zebra fever', ...part });
  const { writes } = await abstain().run({ request, search_query, language }, testContext());
  return writes;
};

const CLAIMS_ABSENCE =
  /there (?:is|are) no\b|no evidence|does not exist|không có bằng chứng|không tồn tại|không có thông tin/iu;

describe('abstaining', () => {
  it.each(Language.options)(
    'says in %s what was searched, and never that nothing exists',
    async (language) => {
      const { draft, abstained } = await say(language, { min_evidence_level: 2 });
      expect(draft).toContain('"zebra fever"');
      expect(draft).toContain('pubmed, guidelines');
      expect(draft).toContain('2');
      expect(draft).not.toMatch(CLAIMS_ABSENCE);
      expect(draft).toMatch(
        language === 'en' ? /does not mean that nothing exists/u : /không có nghĩa là không có/u,
      );
      expect(abstained).toEqual({
        reason: 'nothing-found',
        searched: { query: 'zebra fever', source_types: ['pubmed', 'guidelines'], min_evidence_level: 2 },
      });
    },
  );

  it('speaks of all sources when none were named, and of no level when none was set', async () => {
    const { draft } = await say('en', { source_types: null });
    expect(draft).toContain('all sources');
    expect(draft).not.toContain('evidence level');
  });

  it('repeats the question as it is, whatever it looks like', async () => {
    const { draft } = await say('en', {}, 'a {level} $& {where}');
    expect(draft).toContain('"a {level} $& {where}"');
  });
});
