import type { Language } from '../../src/domain/language.ts';
import { unitNamed } from '../../src/language/quantities/quantity-words.ts';

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
