import { fillTemplate } from '../../../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../../../domain/language.ts';

const MISSING: Bilingual = {
  en: 'This cannot be calculated: no value was found for "{names}".',
  vi: 'Không thể tính được: chưa tìm thấy giá trị của "{names}".',
};
const UNKNOWN: Bilingual = {
  en: 'No calculation could be made from what was found.',
  vi: 'Chưa thể tính toán từ những gì tìm thấy.',
};
const MAX_NAMES = 3;

/** That a calculation was not made, and for want of what. */
export function describeMissing(names: readonly string[], language: Language): string {
  const told = names.slice(0, MAX_NAMES).join('", "');
  return told === '' ? UNKNOWN[language] : fillTemplate(MISSING[language], { names: told });
}
