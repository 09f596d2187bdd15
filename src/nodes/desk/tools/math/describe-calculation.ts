import { fillTemplate } from '../../../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../../../domain/language.ts';
import type { Figure } from './figure.ts';

const RESULT: Bilingual = {
  en: 'Calculated: {working} = {result}.',
  vi: 'Kết quả tính toán: {working} = {result}.',
};
const COMPARISON: Readonly<Record<'above' | 'below' | 'equal', Bilingual>> = {
  above: {
    en: 'The calculated {result} is {gap} above {limit}.',
    vi: 'Kết quả {result} cao hơn mức {limit} là {gap}.',
  },
  below: {
    en: 'The calculated {result} is {gap} below {limit}.',
    vi: 'Kết quả {result} thấp hơn mức {limit} là {gap}.',
  },
  equal: { en: 'The calculated {result} is exactly {limit}.', vi: 'Kết quả {result} đúng bằng mức {limit}.' },
};
const UNIT_WORDS: Readonly<Record<string, Bilingual>> = {
  VND: { en: ' VND', vi: ' đồng' },
  '%': { en: '%', vi: '%' },
  minute: { en: ' minutes', vi: ' phút' },
  hour: { en: ' hours', vi: ' giờ' },
  day: { en: ' days', vi: ' ngày' },
  month: { en: ' months', vi: ' tháng' },
  year: { en: ' years', vi: ' năm' },
  time: { en: ' times', vi: ' lần' },
  point: { en: ' points', vi: ' điểm' },
};
const SIGNS: Readonly<Record<string, string>> = { '*': ' × ', '/': ' ÷ ', '+': ' + ', '-': ' − ' };

/** The calculation in sentences: what was calculated from what, and how the result stands to a limit. */
export function describeCalculation(
  {
    expression,
    value,
    unit,
    limit,
  }: { expression: string; value: number; unit: string; limit: Figure | null },
  figures: readonly Figure[],
  language: Language,
): string[] {
  const byId = new Map(figures.map((figure) => [figure.id, figure]));
  const working = expression
    .replace(/\s+/gu, '')
    .replace(/n\d+|[*/+-]/gu, (part) => SIGNS[part] ?? shown(byId.get(part), language) ?? part)
    .trim();
  const result = amount(value, unit, language);
  const first = fillTemplate(RESULT[language], { working, result });
  if (limit === null) return [first];
  const gap = value - limit.value;
  const way = gap > 0 ? 'above' : gap < 0 ? 'below' : 'equal';
  const held = fillTemplate(COMPARISON[way][language], {
    result,
    gap: amount(Math.abs(gap), unit, language),
    limit: amount(limit.value, limit.unit, language),
  });
  return [first, held];
}

/** The unit that stands behind a result, by its name in calculations. */
export function unitNamed(words: string, language: Language): string {
  const named = Object.entries(UNIT_WORDS).find(([, said]) => said[language].trim() === words.trim());
  return named?.[0] ?? words.trim();
}

function shown(figure: Figure | undefined, language: Language): string | undefined {
  if (figure === undefined) return undefined;
  return figure.unit === 'clock'
    ? figure.text
    : amount(figure.value, figure.unit === '%' ? '%' : '', language);
}

function amount(value: number, unit: string, language: Language): string {
  const figures = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', {
    // Nobody is paid a part of a đồng.
    maximumFractionDigits: unit === 'VND' ? 0 : 4,
  }).format(value);
  return figures + (UNIT_WORDS[unit]?.[language] ?? (unit === '' ? '' : ` ${unit}`));
}
