import { describe, expect, it } from 'vitest';
import { browserLanguage } from './browser-language.ts';

describe('browserLanguage', () => {
  it.each([
    [['en-US', 'en', 'vi'], 'en'],
    [['vi-VN', 'en'], 'vi'],
    [['fr-FR', 'vi', 'en'], 'vi'],
    [['VI'], 'vi'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('takes of %j the first that Galen speaks', (tags, language) => {
    expect(browserLanguage(tags)).toBe(language);
  });
});
