import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

describe('the words that a question is searched by', () => {
  it.each([
    ['en', 'How often must passwords be changed?', 'and must passwords be changed?'],
    ['en', 'How much is 6 days of leave at 15.4 million VND?', 'and is and days of leave at and ?'],
    ['vi', 'Khoảng thời gian thăm bệnh là bao nhiêu phút?', 'và thăm bệnh và phút?'],
  ] as const)('leave out amounts and how it is asked (%s: %s)', (language, question, words) => {
    expect(searchWords(question, language)).toBe(words);
  });

  it('keep a number that is a name, and a year', () => {
    expect(searchWords('How much does grade 3 earn under the 2022 policy?', 'en')).toBe(
      'and does grade 3 earn under the 2022 policy?',
    );
    expect(searchWords('Lương bậc 3 là bao nhiêu đồng?', 'vi')).toBe('Lương bậc 3 và ?');
  });

  it('are the whole question where nothing else would be left', () => {
    expect(searchWords('How many 5?', 'en')).toBe('How many 5?');
    expect(searchWords('Bao nhiêu tiền?', 'vi')).toBe('Bao nhiêu tiền?');
  });
});
