import { describe, expect, it } from 'vitest';
import { Audience } from '../../domain/access.ts';
import type { Searched } from '../../domain/answer.ts';
import { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { abstain } from './abstain.ts';
import type { TurnState } from './turn-state.ts';

const say = async (
  language: Language,
  part: Partial<Searched> = {},
  evidence: RankedPassage[] = [],
  turn: Partial<
    Pick<TurnState, 'principal' | 'question' | 'must_tell' | 'emergency' | 'emergency_phone'>
  > = {},
) => {
  const searched = {
    query: 'zebra fever',
    source_types: ['pubmed', 'guidelines'],
    min_evidence_level: null,
    ...part,
  };
  const { writes } = await abstain().run(
    {
      searched,
      language,
      evidence,
      principal: samplePrincipal(),
      must_tell: '',
      question: '',
      emergency: null,
      emergency_phone: '115',
      ...turn,
    },
    testContext(),
  );
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
      expect(abstained).toMatchObject({
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
      expect(draft).toContain(language === 'en' ? '(published 1998 to 2024)' : 'từ năm 1998 đến 2024');
      expect(draft).toContain('"A trial of zebras"; "Fevers"');
      expect(draft).toMatch(language === 'en' ? /without the limit/u : /bỏ giới hạn/u);
      expect(draft).not.toMatch(CLAIMS_ABSENCE);
      const plain = await say(language);
      expect(plain.draft).not.toMatch(/1998|instead|hỏi thay|without the limit|bỏ giới hạn/u);
    },
  );

  it('says that it read something which did not answer', async () => {
    const read = await say('en', {}, [rankedPassage()]);
    expect(read.draft).toContain('holds no answer that I can be sure enough of');
    expect((await say('en')).draft).toContain('Nothing I read there covers enough');
  });

  it('repeats the question as it is, whatever it looks like', async () => {
    const { draft } = await say('en', { query: 'a {level} $& {where}' });
    expect(draft).toContain('"a {level} $& {where}"');
  });

  it('tells finding nothing from finding nothing that answers', async () => {
    expect((await say('en')).abstained.reason).toBe('nothing-found');
    expect((await say('en', {}, [rankedPassage()])).abstained.reason).toBe('insufficient');
  });

  it.each(Language.options)(
    'says in %s in a card what its message says, each part once',
    async (language) => {
      const closest = [
        { document_id: 'd', title: 'A trial of zebras', sentence: 'Zebras are hot.', start: 3, end: 18 },
      ];
      const { draft, abstained } = await say(language, { closest, nearest: ['Fevers'] });
      const { card } = abstained;
      expect(draft.split('\n\n')).toEqual([
        card?.title,
        card?.searched,
        expect.stringContaining('"A trial of zebras"'),
        card?.ask_better,
        card?.whom_to_ask,
        card?.urgent?.text,
      ]);
      expect(draft).not.toContain('Fevers');
      // A document's words are shown as its own, never inside what Galen says.
      expect(draft).not.toContain('Zebras are hot.');
      expect(abstained.searched.closest).toEqual(closest);
    },
  );

  it.each(Language.options)('carries the way to urgent help in %s, whoever asks', async (language) => {
    for (const audience of Audience.options) {
      const { draft, abstained } = await say(language, {}, [], { principal: samplePrincipal({ audience }) });
      expect(abstained.card?.urgent?.phone).toBe('115');
      expect(draft).toMatch(language === 'en' ? /call 115 or go to/u : /gọi 115 hoặc đến/u);
    }
  });

  it('says nothing else under an emergency notice, and all of it under a quiet one', async () => {
    const notice = { category: 'cardiac', message: 'Call 115 now.', phone: '115' };
    const { draft, abstained } = await say('en', {}, [], { emergency: notice });
    expect(draft).toMatch(/^Please do what the notice above says first/u);
    expect(draft).not.toContain('zebra fever');
    expect(abstained.card).toBeUndefined();
    const quiet = await say('en', {}, [], { emergency: { ...notice, quiet: true } });
    expect(quiet.abstained.card?.urgent?.phone).toBe('115');
  });

  it('names someone else to ask for a patient than for a clinician', async () => {
    const whom = async (audience: Audience) =>
      (await say('en', {}, [], { principal: samplePrincipal({ audience }) })).abstained.card?.whom_to_ask;
    expect(await whom('patient')).toMatch(/your pharmacist/u);
    expect(await whom('clinician')).toMatch(/colleague of the specialty/u);
  });

  it('has no card where there is more to tell than that nothing was found', async () => {
    const { draft, abstained } = await say('en', {}, [], { must_tell: 'The note was saved.' });
    expect(draft).toMatch(/^The note was saved\.\n\nI did not find/u);
    expect(abstained.card).toBeUndefined();
  });

  it('ends with when to get help now, by what the question is about', async () => {
    const urgent = async (question: string, language: Language) =>
      (await say(language, {}, [], { question })).abstained.card?.urgent?.text ?? '';
    expect(await urgent('My toddler licked some bleach off his hand', 'en')).toContain('swallowed');
    expect(await urgent('I am pregnant and my ankles itch', 'en')).toContain('pregnancy');
    expect(await urgent('Em thấy tuyệt vọng quá', 'vi')).toContain('quá sức chịu đựng');
    expect(await urgent('Bé sơ sinh hay vặn mình', 'vi')).toContain('dưới ba tháng');
    expect(await urgent('What is zebra fever?', 'en')).toContain('gets worse');
  });
});
