import type { Language } from '../../../src/domain/language.ts';

/** With as many decimals as are asked for, behind a point in English and a comma in Vietnamese. */
export function formatNumber(value: number, language: Language, decimals = 0): string {
  return value.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-GB', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** A number as it stands, its decimals after the language's own sign. */
export function sayNumber(value: number, language: Language): string {
  return value.toLocaleString(language === 'vi' ? 'vi-VN' : 'en-GB', {
    maximumFractionDigits: 6,
    useGrouping: false,
  });
}

/** In megabytes, as files are told. */
export function formatMegabytes(bytes: number, language: Language): string {
  const megabytes = bytes / 2 ** 20;
  return `${formatNumber(megabytes, language, megabytes < 10 && !Number.isInteger(megabytes) ? 1 : 0)} MB`;
}
