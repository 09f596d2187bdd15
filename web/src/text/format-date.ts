import type { Language } from '../../../src/domain/language.ts';

/** British order in English: a month in figures first would be read as a day. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', vi: 'vi-VN' };

export function formatDate(at: string | number, language: Language): string {
  return new Date(at).toLocaleDateString(LOCALES[language], { dateStyle: 'medium' });
}

export function formatTime(at: string, language: Language): string {
  return new Date(at).toLocaleString(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' });
}

/** A date of a chart, as exact as it was recorded: a year, a month, or a day. */
export function formatPartialDate(at: string, language: Language): string {
  const [year = '', month, day] = at.slice(0, 10).split('-');
  const date = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  if (month === undefined || Number.isNaN(date.getTime())) return at;
  return date.toLocaleDateString(
    LOCALES[language],
    day === undefined ? { month: 'short', year: 'numeric' } : { dateStyle: 'medium' },
  );
}
