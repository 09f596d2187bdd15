import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const texts = (text: string, language?: string) => splitSentences(text, language).map((span) => span.text);

describe('splitSentences', () => {
  it('keeps abbreviations, initials and decimals inside their sentence', () => {
    expect(texts('Dr. Smith gave 0.5 mg i.v. twice. The rate was 3.4% vs. 5.1%. J. Doe agreed.')).toEqual([
      'Dr. Smith gave 0.5 mg i.v. twice.',
      'The rate was 3.4% vs. 5.1%.',
      'J. Doe agreed.',
    ]);
    expect(texts('Treat hepatitis B. Pregnant women need care.')).toEqual([
      'Treat hepatitis B.',
      'Pregnant women need care.',
    ]);
  });

  it('ends a sentence at a line break and drops blank lines', () => {
    expect(texts('## Results\n\nMetformin works. It is cheap.\n- One item')).toEqual([
      '## Results',
      'Metformin works.',
      'It is cheap.',
      '- One item',
    ]);
  });

  it('splits Vietnamese', () => {
    expect(texts('BS. Lan khuyên uống nước. Có nên dùng thuốc không? Có.', 'vi')).toEqual([
      'BS. Lan khuyên uống nước.',
      'Có nên dùng thuốc không?',
      'Có.',
    ]);
  });

  it('gives spans that are the very text, in order, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        let last = 0;
        for (const span of splitSentences(text)) {
          expect(text.slice(span.start, span.end)).toBe(span.text);
          expect(span.start).toBeGreaterThanOrEqual(last);
          last = span.end;
        }
      }),
    );
  });

  it('loses no visible character', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(texts(text).join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
      }),
    );
  });

  it('splits a line longer than its window as it would short ones', () => {
    const sentence = 'Metformin lowers glucose in type 2 diabetes.';
    expect(texts(Array(500).fill(sentence).join(' '))).toEqual(Array(500).fill(sentence));
    const endless = `${'word '.repeat(3_000)}end.`;
    expect(texts(`${endless} Next one.`)).toEqual([endless, 'Next one.']);
  });
});
