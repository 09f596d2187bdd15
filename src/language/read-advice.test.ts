import { describe, expect, it } from 'vitest';
import { leansOnLast, readAdvice } from './read-advice.ts';

/** Whether anything of a sentence that is not a warning speaks of a thing. */
const advises = (sentence: string, thing: RegExp) =>
  readAdvice(sentence).rest.some((part) => thing.test(part));

describe('advice', () => {
  it('is told apart from warnings, in the words of the sentence', () => {
    const { warnings, rest } = readAdvice('Use labetalol, and avoid ACE inhibitors and ARBs.');
    expect(rest.join()).toMatch(/labetalol/u);
    expect(warnings.join()).toMatch(/ACE inhibitors.*ARBs/u);
  });

  it.each([
    'ACE inhibitors are recommended in chronic kidney disease.',
    'An ACE inhibitor slows the decline of kidney function.',
    'The treatment is an ACE inhibitor.',
    'Avoid NSAIDs, but give an ACE inhibitor.',
    'Avoid NSAIDs and use an ACE inhibitor.',
    'Start an ACE inhibitor unless it is contraindicated.',
    'Do not stop the ACE inhibitor when creatinine rises a little.',
    'An ACE inhibitor is not contraindicated by a low eGFR.',
    'Use an ACE inhibitor with caution.',
    'Where spironolactone is not tolerated, an ACE inhibitor is added.',
    'There is no reason to avoid an ACE inhibitor.',
    'An ACE inhibitor does not increase the risk of kidney failure.',
    'Stopping the ACE inhibitor shortens life.',
    'Khuyến cáo ACE inhibitor cho bệnh thận mạn.',
    'Không nên ngừng ACE inhibitor khi creatinin tăng nhẹ.',
    'Tránh NSAID, nhưng nên dùng ACE inhibitor.',
  ])('is what does not speak against a drug: "%s"', (sentence) => {
    expect(advises(sentence, /ACE inhibitor/u)).toBe(true);
  });

  it.each([
    'ACE inhibitors are contraindicated in pregnancy.',
    'Avoid ACE inhibitors, angiotensin receptor blockers and aliskiren in pregnancy.',
    'ACE inhibitors should not be used in pregnancy.',
    'ACE inhibitors and ARBs should be avoided; labetalol is preferred.',
    'Use labetalol, and avoid ACE inhibitors.',
    'ACE inhibitors increase the risk of malformations.',
    'Stop the ACE inhibitor before conception.',
    'Không dùng ACE inhibitor khi mang thai.',
    'ACE inhibitor chống chỉ định ở phụ nữ mang thai.',
  ])('is no warning: "%s"', (sentence) => {
    expect(advises(sentence, /ACE inhibitor/u)).toBe(false);
  });

  it('goes on in a sentence without a subject of its own', () => {
    expect(leansOnLast('They are raised to the highest dose.')).toBe(true);
    expect(leansOnLast('Các thuốc này được tăng đến liều tối đa.')).toBe(true);
    expect(leansOnLast('Labetalol is given three times a day.')).toBe(false);
  });
});
