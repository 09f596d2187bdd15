import { describe, expect, it } from 'vitest';
import { compilePhrase } from './find-phrases.ts';
import { splitClauses } from './split-clauses.ts';

/** The words matched where the phrase first matches, or null. */
function find(phrase: string, text: string): string | null {
  const tokens = splitClauses(text);
  const { match } = compilePhrase(phrase);
  for (let start = 0; start < tokens.length; start += 1) {
    const end = match(tokens, start);
    if (end !== -1)
      return tokens
        .slice(start, end)
        .map((token) => token.text)
        .join(' ');
  }
  return null;
}

describe('compilePhrase', () => {
  it('takes alternatives, of one word or several', () => {
    expect(find('chest|heart pain', 'my heart pain')).toBe('heart pain');
    expect(find('đau ~ dữ_dội|quá', 'đau ở bụng dữ dội')).toBe('dau o bung du doi');
  });

  it('takes what may be absent', () => {
    expect(find('pain in my? arm', 'pain in arm')).toBe('pain in arm');
    expect(find('pain in my? arm', 'pain in my arm')).toBe('pain in my arm');
  });

  it('leaps over at most four words, and over no punctuation', () => {
    expect(find('chest ~ tight', 'chest is now very very tight')).toBe('chest is now very very tight');
    expect(find('chest ~ tight', 'chest a b c d e tight')).toBeNull();
    expect(find('chest ~ tight', 'chest, tight')).toBeNull();
    expect(find('chest pain', 'chest. pain')).toBeNull();
    expect(find('chest ~ tight', 'chest is not tight')).toBeNull();
    expect(find('inhaler ~ not helping', 'inhaler is not helping')).toBe('inhaler is not helping');
  });

  it('takes beginnings, numbers and years', () => {
    expect(find('face droop*', 'face drooping')).toBe('face drooping');
    expect(find('# pills', '30 pills')).toBe('30 pills');
    expect(find('in 20##', 'in 2015')).toBe('in 2015');
    expect(find('in 20##', 'in 20')).toBeNull();
  });

  it('holds an anchored phrase to the start of its clause', () => {
    expect(find('^ is a', 'is a stroke bad')).toBe('is a');
    expect(find('^ is a', 'there is a man')).toBeNull();
    expect(find('^ is a', 'tell me: is a stroke bad')).toBe('is a');
  });

  it('refuses a phrase that begins with nothing to look up', () => {
    expect(() => compilePhrase('~ pain')).toThrow();
    expect(() => compilePhrase('my? pain')).toThrow();
  });
});
