import type { Language } from '../../../domain/language.ts';

/** `1.250` is 1250 in Vietnamese and 1.25 in English; of money, or grouped twice, it is a whole number in either. */
export function readNumber(figures: string, language: Language, isMoney = false): number {
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(figures) && new Set(figures.match(/[.,]/gu)).size === 1;
  const separator = figures.match(/[.,]/u)?.[0];
  if (isGrouped && (separator === group || isMoney || figures.split(/[.,]/u).length > 2))
    return Number(figures.replace(/[.,]/gu, ''));
  return Number(figures.replaceAll(group, '').replace(point, '.'));
}
