import type { Language } from '../../src/domain/language.ts';
import { UNIT_WORDS } from '../../texts/answer.ts';

const RESULT: Readonly<Record<Language, RegExp>> = {
  en: /Calculated: [^=]{1,400} = (-?[\d.,]*\d) ?([^.[\]]{0,30})\./gu,
  vi: /Kết quả tính toán: [^=]{1,400} = (-?[\d.,]*\d) ?([^.[\]]{0,30})\./gu,
};

/** Every result that an answer states as calculated. */
export function statedResult(message: string, language: Language): { value: number; unit: string }[] {
  return [...message.matchAll(RESULT[language])].map(([, number = '', unit = '']) => ({
    value: Number(
      language === 'vi' ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', ''),
    ),
    unit: unitNamed(unit, language),
  }));
}

/** The English name of a unit that stands behind a number. */
function unitNamed(words: string, language: Language): string {
  const named = Object.entries(UNIT_WORDS).find(([, said]) => said[language].trim() === words.trim());
  return named?.[0] ?? words.trim();
}
