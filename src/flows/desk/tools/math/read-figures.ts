import type { Language } from '../../../../domain/language.ts';
import { readQuantities } from '../../../../language/quantities/read-quantities.ts';
import { splitProse } from '../../../../language/sentences.ts';

/** A number that a calculation may use, with the words it stands in and where it was read. */
export interface Figure {
  /** As measured in `unit`; of a time of day the minutes since midnight. */
  value: number;
  unit: string;
  text: string;
  sentence: string;
  /** Null where the asker gave it. */
  passage_id: string | null;
  /** Where it stands in the passage, or in the question. */
  start: number;
  end: number;
}

const MAX_FIGURES = 120;
/** A number after one of these tells things apart and measures nothing: grade 3, room 12. */
export const LABELLING =
  'grade|severity|level|route|line|room|gate|floor|lobby|extension|class|rated|bậc|mức|tuyến|phòng|cổng|tầng|sảnh|máy lẻ|loại|hạng';
const LABEL_BEFORE = new RegExp(`(?<!\\p{L})(?:${LABELLING}|khóa|thứ|số|tháng|tuần|quý|week) $`, 'iu');
/** When something was, rather than how much of it. */
const DATED = new Set(['weekday', 'calendar', 'day of month']);
/** What an asker writes without its unit, and so large, is money. */
const MONEY_FROM = 10_000;
const DATE_BEFORE = /(?<!\p{L})(?:năm|bản|từ|đến|in|since|from|to|the|of|than|for) $/iu;

/** Every number of the texts, the asker's question or passages, each with its sentence and its place. */
export function readFigures(
  texts: readonly (Pick<Figure, 'passage_id' | 'text'> & { language: Language })[],
): Figure[] {
  const figures: Figure[] = [];
  for (const { passage_id, text, language } of texts) {
    const isAsked = passage_id === null;
    for (const sentence of splitProse(text, language)) {
      for (const { amount, unit, text: written, start, implied } of readQuantities(sentence.text, language)) {
        const before = sentence.text.slice(0, start);
        // Of an asker's a year is a year; in a document it may count beds.
        const isDate = isYear(amount) && (isAsked || DATE_BEFORE.test(before));
        const isName = unit === '' && (isDate || LABEL_BEFORE.test(before));
        if (implied || isName || (isAsked && DATED.has(unit))) continue;
        const from = sentence.start + start;
        figures.push({
          value: amount,
          unit: isAsked && unit === '' && amount >= MONEY_FROM ? 'VND' : unit,
          text: written.trim(),
          sentence: sentence.text,
          passage_id,
          start: from,
          end: from + written.trimEnd().length,
        });
      }
    }
  }
  return figures.slice(0, MAX_FIGURES);
}

/** Whether a figure says how much of something there is. */
export function isAmount({ unit }: Figure): boolean {
  return unit !== '' && unit !== 'clock' && !DATED.has(unit);
}

export function isSameFigure(a: Figure, b: Figure): boolean {
  return a.value === b.value && a.unit === b.unit;
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2100;
}
