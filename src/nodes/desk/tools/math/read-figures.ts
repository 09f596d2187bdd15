import type { Language } from '../../../../domain/language.ts';
import { splitProse } from '../../../../domain/sentences.ts';
import { readQuantities } from '../../quantities/read-quantities.ts';
import type { Figure } from './figure.ts';

const MAX_FIGURES = 120;
/** A number after one of these names something: there is nothing to calculate with it, nor with a year. */
const NAMES =
  /(?<!\p{L})(?:grade|severity|level|route|room|gate|extension|lobby|bậc|mức|tuyến|phòng|cổng|sảnh|máy lẻ|loại|sinh) $/iu;
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
        const isName = NAMES.test(before) || (isYear(quantity.amount) && DATES.test(before));
        if (quantity.unit === '' && isName) continue;
        const start = sentence.start + quantity.start;
        figures.push({
          value: quantity.amount,
          unit: quantity.unit,
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
