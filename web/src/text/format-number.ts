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

/** A value of a chart as it was recorded, its decimals after the language's own sign. */
export function sayValue(value: string, language: Language): string {
  return language === 'vi' ? value.replace(/(?<=\d)\.(?=\d)/gu, ',') : value;
}

/** A range with both ends, or the one that it has. */
export function sayRange(
  { low, high }: { low: number | null; high: number | null },
  language: Language,
): string {
  if (low !== null && high !== null) return `${sayNumber(low, language)}–${sayNumber(high, language)}`;
  return low === null ? `≤ ${sayNumber(high ?? 0, language)}` : `≥ ${sayNumber(low, language)}`;
}

/** In megabytes, as files are told. */
export function formatMegabytes(bytes: number, language: Language): string {
  const megabytes = bytes / 2 ** 20;
  return `${formatNumber(megabytes, language, megabytes < 10 && !Number.isInteger(megabytes) ? 1 : 0)} MB`;
}
