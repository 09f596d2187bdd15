import { describe, expect, it } from 'vitest';
import { resolveFollowUp } from './resolve-follow-up.ts';

const asker = (text: string) => ({ author: 'asker' as const, text });
const galen = (text: string) => ({ author: 'galen' as const, text });
const METFORMIN = [asker('What are the side effects of metformin?'), galen('Diarrhoea. [1]')];

describe('resolveFollowUp', () => {
  it.each([
    'And what is the usual dose?',
    'Is it safe in kidney disease?',
    'What about children?',
    'Còn trẻ em thì sao?',
    'why so often?',
    'có đau không?',
  ])('puts what was asked before in front of "%s"', (question) => {
    const resolved = resolveFollowUp(question, METFORMIN);
    expect(resolved.question).toBe(`What are the side effects of metformin? ${question}`);
    expect(resolved.rule).not.toBeNull();
  });

  it.each([
    'Does aspirin prevent pre-eclampsia?',
    'What is gingivitis?',
    'Bệnh tiểu đường là gì?',
    'Người tiểu đường ăn xoài được không?',
    'When should children have their first dental visit?',
  ])('leaves "%s" alone', (question) => {
    expect(resolveFollowUp(question, METFORMIN)).toEqual({ question, rule: null });
  });

  it('leaves anything alone that has nothing before it', () => {
    expect(resolveFollowUp('And the dose?', [])).toEqual({ question: 'And the dose?', rule: null });
  });

  it.each([
    [
      'Is warfarin stopped before an extraction?',
      'And apixaban?',
      'Is apixaban stopped before an extraction?',
    ],
    ['What is the dose for adults?', 'and for children?', 'What is the dose for children?'],
    ['Liều cho người lớn là bao nhiêu?', 'còn trẻ em thì sao ạ?', 'Liều cho trẻ em là bao nhiêu?'],
    ['How is type 2 treated?', 'I meant type 1', 'How is type 1 treated?'],
    ['Denosumab có gây hoại tử không?', 'Không, em hỏi alendronat cơ ạ', 'alendronat có gây hoại tử không?'],
  ])('puts one thing in the place of another of its kind: %s %s', (before, question, resolved) => {
    expect(resolveFollowUp(question, [asker(before), galen('Yes.')]).question).toBe(resolved);
  });

  it('takes a place in a list, or a bare reply, for what was offered', () => {
    const offer = [
      asker('Tell me about insulin'),
      galen('Do you mean 1) basal insulin or 2) mealtime insulin?'),
    ];
    expect(resolveFollowUp('the second', offer)).toEqual({
      question: 'Tell me about insulin mealtime insulin',
      rule: 'option',
    });
    expect(resolveFollowUp('basal', offer)).toEqual({
      question: 'Tell me about insulin basal',
      rule: 'reply',
    });
    const listed = [asker('Chữa cường giáp thế nào?'), galen('Có ba cách: thuốc, iod phóng xạ, phẫu thuật.')];
    expect(resolveFollowUp('nói thêm về cách thứ ba', listed).question).toBe(
      'Chữa cường giáp thế nào? phẫu thuật',
    );
  });

  it('starts anew when the asker says so', () => {
    expect(resolveFollowUp('Now a new topic: how do I treat an abscess?', METFORMIN)).toEqual({
      question: 'how do I treat an abscess?',
      rule: null,
    });
  });

  it('is quick with hostile input', () => {
    for (const hostile of [
      'còn '.repeat(2_500),
      'and '.repeat(2_500),
      `${'a, '.repeat(3_000)}?`,
      '1) '.repeat(3_000),
    ]) {
      expect(resolveFollowUp(hostile, [asker(hostile), galen(hostile)]).question.length).toBeGreaterThan(0);
      expect(
        resolveFollowUp('the second one', [asker(hostile), galen(hostile)]).question.length,
      ).toBeGreaterThan(0);
    }
  });
});
