import { describe, expect, it } from 'vitest';
import type { Searched } from '../../domain/answer.ts';
import { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { abstain } from './abstain.ts';

const say = async (language: Language, part: Partial<Searched> = {}, evidence: RankedPassage[] = []) => {
  const searched = {
    query: 'zebra fever',
    source_types: ['pubmed', 'guidelines'],
    min_evidence_level: null,
    ...part,
  };
  const { writes } = await abstain().run({ searched, language, evidence, must_tell: '' }, testContext());
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
      expect(draft).toContain(
        language === 'en' ? 'published studies, guidelines' : 'các nghiên cứu đã công bố, các hướng dẫn',
      );
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

  it.each(Language.options)(
    'says in %s between which years it looked, and what to ask instead',
    async (language) => {
      const { draft } = await say(language, {
        years: { from: 1998, to: 2024 },
        nearest: ['A trial of zebras', 'Fevers'],
        min_evidence_level: 1,
      });
      expect(draft).toContain(language === 'en' ? 'of 1998 to 2024' : 'từ năm 1998 đến 2024');
      expect(draft).toContain('"A trial of zebras"; "Fevers"');
      expect(draft).toMatch(language === 'en' ? /without the limit/u : /bỏ giới hạn/u);
      expect(draft).not.toMatch(CLAIMS_ABSENCE);
      const plain = await say(language);
      expect(plain.draft).not.toMatch(/1998|instead|hỏi thay|without the limit|bỏ giới hạn/u);
    },
  );

  it('says that it read something which did not answer', async () => {
    const read = await say('en', {}, [rankedPassage()]);
    expect(read.draft).toContain('I found no answer in it');
    expect((await say('en')).draft).toContain('Nothing I read there speaks of enough');
  });

  it('repeats the question as it is, whatever it looks like', async () => {
    const { draft } = await say('en', { query: 'a {level} $& {where}' });
    expect(draft).toContain('"a {level} $& {where}"');
  });

  it('tells finding nothing from finding nothing that answers', async () => {
    expect((await say('en')).abstained.reason).toBe('nothing-found');
    expect((await say('en', {}, [rankedPassage()])).abstained.reason).toBe('insufficient');
  });
});
