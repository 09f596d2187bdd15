import type { Language } from '../../../src/domain/language.ts';

/** British order in English: a month in figures first would be read as a day. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', vi: 'vi-VN' };

export function formatDate(at: string | number, language: Language): string {
  return new Date(at).toLocaleDateString(LOCALES[language], { dateStyle: 'medium' });
}

export function formatTime(at: string, language: Language): string {
  return new Date(at).toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' });
}
