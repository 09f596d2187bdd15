import type { Language } from '../../../../domain/language.ts';
import { analyzeText, STOP_WORDS } from '../../../../retrieval/analysis/analyze-text.ts';
import type { Figure } from './figure.ts';

/** A sentence that a calculation may rest on, its words, and its figures. */
export interface Statement {
  text: string;
  terms: ReadonlySet<string>;
  figures: readonly Figure[];
  /** Says how one thing follows from another. */
  isFormula: boolean;
}

const FORMULA = /(?<!\p{L})(?:multiplied by|divided by|nhân với|chia cho)(?!\p{L})/iu;

export function readStatements(
  sentences: readonly string[],
  figures: readonly Figure[],
  language: Language,
): Statement[] {
  return [...new Set(sentences)].map((text) => ({
    text,
    terms: termsOf(text, language),
    figures: figures.filter(({ sentence, passage_id }) => sentence === text && passage_id !== null),
    isFormula: FORMULA.test(text),
  }));
}

const LABELLED = /(?<!\p{L})(grade|severity|route|room|bậc|mức|tuyến) (\p{Lu}?\d+)(?![\p{L}\p{N}])/giu;
/** In what an answer is wanted says nothing about which statement gives it. */
const WANTED_IN =
  /(?<!\p{L})(?:bao nhiêu|mấy|how many) (?:phút|giờ|ngày|tháng|năm|đồng|tiền|minutes?|hours?|days?|months?|years?)(?!\p{L})/giu;
const LETTER = /(?<=\p{L} )([A-D])(?![\p{L}\p{N}'’])/gu;

/** Words, not numbers: those are what a statement gives, not what it is about. "Grade 3" and "rated A" stay words. */
export function termsOf(text: string, language: Language): Set<string> {
  const named = text.replace(WANTED_IN, ' ').replace(LABELLED, '$1 label$1$2').replace(LETTER, 'label$1');
  return new Set(analyzeText(named, language).filter((term) => !/^\d/u.test(term)));
}

/** The words of a name, each once: no pairs of syllables, so that a share of them can be taken. */
export function wordsOf(text: string, language: Language): Set<string> {
  if (language === 'en') return termsOf(text, 'en');
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.vi.has(word)));
}

/** How much of a text a statement speaks of: words that few statements hold tell more. */
export function closeness(
  terms: ReadonlySet<string>,
  statement: Statement,
  all: readonly Statement[],
): number {
  let score = 0;
  for (const term of terms) {
    if (!statement.terms.has(term)) continue;
    const holding = all.filter((other) => other.terms.has(term)).length;
    score += Math.log(1 + all.length / holding);
  }
  // Of two that speak of it alike, the one that says little else.
  return score / (1 + 0.02 * statement.terms.size);
}

/** The statement nearest to a text, of those that fit; null where none shares a word with it. */
export function nearest(
  text: string | ReadonlySet<string>,
  all: readonly Statement[],
  language: Language,
  fits: (statement: Statement) => boolean = () => true,
): Statement | null {
  const terms = typeof text === 'string' ? termsOf(text, language) : text;
  let best: Statement | null = null;
  let bestScore = 0;
  for (const statement of all) {
    if (!fits(statement)) continue;
    const score = closeness(terms, statement, all);
    if (score > bestScore) [best, bestScore] = [statement, score];
  }
  return best;
}
