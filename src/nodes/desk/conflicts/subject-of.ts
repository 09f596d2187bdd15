import type { Language } from '../../../domain/language.ts';
import { analyzeText, STOP_WORDS } from '../../../retrieval/analysis/analyze-text.ts';
import { inFigures } from '../quantities/number-words.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { readQuantities } from '../quantities/read-quantities.ts';
import { remember } from './remember.ts';
import { canonicalWord, joinPhrases } from './same-words.ts';
import { inPlainWords } from './sayings.ts';

/** A statement and the language it is made in. */
export interface Said {
  text: string;
  language: Language;
}

/** Whom every rule is for, and whose rules they are: said or left unsaid, it is the same rule. */
const EVERYONE =
  /(?<!\p{L})(?:nhân viên(?: hành chính| lâm sàng| y tế)?|người lao động|bệnh viện|staff|employees?|colleagues?|the hospital)(?!\p{L})/giu;
/** How something is meant. In a name ("compulsory insurance") the same words tell what it is. */
const MEANT =
  /(?<!\p{L})(?:(?:được|cho) phép|có giá trị|(?:có )?hiệu lực|kéo dài|diễn ra|tổ chức|thực hiện|áp dụng|thời gian|toàn bộ|(?:is|are|not|be) (?:compulsory|required|needed))(?!\p{L})/giu;

/** What a statement is about: its words in order, without numbers, units and what says how it is meant. */
export function subjectOf(said: Said, quantities: readonly Quantity[]): string[] {
  const { language } = said;
  const rest = inPlainWords(withoutNumbers(said, quantities), language)
    .replace(EVERYONE, ' ')
    .replace(MEANT, ' ');
  // In Vietnamese the syllables as written; pairs and unmarked forms would count each word three times.
  const words =
    language === 'en'
      ? analyzeText(rest, 'en')
      : (joinPhrases(rest.normalize('NFC').toLowerCase()).match(/[\p{L}_]+/gu) ?? []).filter(
          (word) => !STOP_WORDS.vi.has(word),
        );
  return words.filter((word) => !/^\d/u.test(word)).flatMap((word) => canonicalWord(word, language) ?? []);
}

/** The numbers of a statement. */
export const numbersIn = remember(({ text, language }: Said) => readQuantities(text, language));

/** What a statement is about, its numbers read and left out. */
export const wordsOf = remember((said: Said): readonly string[] => subjectOf(said, numbersIn(said)));

/** A statement with blanks where its numbers, dates and units stand. */
export function withoutNumbers({ text, language }: Said, quantities: readonly Quantity[]): string {
  let rest = inFigures(text, language);
  for (const { start, end } of quantities)
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return rest;
}
