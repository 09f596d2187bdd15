import type { Language } from '../../../../domain/language.ts';
import { splitProse } from '../../../../domain/sentences.ts';
import { readQuantities } from '../../quantities/read-quantities.ts';
import type { Figure } from './figure.ts';

const MAX_FIGURES = 120;
/** A number after one of these names something: there is nothing to calculate with it, nor with a year. */
const NAMES =
  /(?<!\p{L})(?:grade|severity|level|route|line|room|gate|extension|lobby|week|bậc|mức|tuyến|phòng|cổng|sảnh|máy lẻ|loại|sinh|tháng|tuần|quý|khóa|thứ|those|these|số) $/iu;
/** When something was, rather than how much of it. */
const DATED = new Set(['weekday', 'calendar', 'day of month']);
/** What an asker writes without its unit, and so large, is money. */
const MONEY_FROM = 10_000;
const isYear = (value: number) => Number.isInteger(value) && value >= 1900 && value <= 2100;
const DATES = /(?<!\p{L})(?:năm|bản|phiên bản|từ|đến|in|since|from|to|the|of|version|than|for) $/iu;

/** Where figures are read: the asker's question, or a passage. */
export interface FigureText {
  passage_id: string | null;
  text: string;
  language: Language;
}

/** Every number of the texts, each with its sentence and its place. */
export function readFigures(texts: readonly FigureText[]): Figure[] {
  const figures: Omit<Figure, 'id'>[] = [];
  for (const { passage_id, text, language } of texts) {
    for (const sentence of splitProse(text, language)) {
      for (const quantity of readQuantities(sentence.text, language).filter(({ implied }) => !implied)) {
        const before = sentence.text.slice(0, quantity.start);
        // Of an asker's a year is a year; in a document it may count beds.
        const isDated = isYear(quantity.amount) && (passage_id === null || DATES.test(before));
        const isName = NAMES.test(before) || isDated;
        if ((quantity.unit === '' && isName) || (passage_id === null && DATED.has(quantity.unit))) continue;
        const isMoney = passage_id === null && quantity.unit === '' && quantity.amount >= MONEY_FROM;
        const start = sentence.start + quantity.start;
        figures.push({
          value: quantity.amount,
          unit: isMoney ? 'VND' : quantity.unit,
          text: quantity.text.trim(),
          sentence: sentence.text,
          passage_id,
          start,
          end: start + quantity.text.trimEnd().length,
        });
      }
    }
  }
  return figures.slice(0, MAX_FIGURES).map((figure, i) => ({ id: `n${i + 1}`, ...figure }));
}
