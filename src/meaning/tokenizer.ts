/** A text, or two behind each other, as rows of the vocabulary. */
export interface TokenSequence {
  rows: number[];
  /** Where the second text begins; the end when there is none. */
  secondAt: number;
  /** From where to where each further part of the second text lies, as far as it was read. */
  parts: [from: number, to: number][];
}

export interface Tokenizer {
  /** [CLS] text [SEP], at most `limit` rows. */
  encode(text: string, limit: number): TokenSequence;
  /** [CLS] first [SEP] second [SEP]; the limits count the marks, the second its unwritten [CLS] too. */
  encodePair(
    first: string,
    second: readonly string[],
    limits: { first: number; second: number },
  ): TokenSequence;
}

const LONGEST_WORD = 100;
const CONTROL = /[^\P{C}\t\n\r]|\ufffd/gu;
const MARK = /\p{Mn}/gu;
const NOT_ASCII = /[^\0-\x7f]/u;
const PUNCTUATION = '\\p{P}$+<=>^`|~';
/** Chinese characters stand alone, each a word. */
const IDEOGRAPH =
  '\\u4e00-\\u9fff\\u3400-\\u4dbf\\u{20000}-\\u{2a6df}\\u{2a700}-\\u{2b81f}\\u{2b920}-\\u{2ceaf}\\uf900-\\ufaff\\u{2f800}-\\u{2fa1f}';
const ALONE = PUNCTUATION + IDEOGRAPH;
const WORD = new RegExp(`[${ALONE}]|[^${ALONE}\\p{White_Space}]+`, 'gu');

/**
 * WordPiece as the base was trained with, in lower case and without marks; but a word whose marks are in the vocabulary
 * (Vietnamese syllables) keeps them. "[SEP]" within a text is text. models/training/wordpiece.py does the same.
 */
export function createTokenizer(vocabulary: string): Tokenizer {
  const rows = new Map(
    vocabulary
      .trimEnd()
      .split('\n')
      .map((piece, row) => [piece, row]),
  );
  const cls = rowOf('[CLS]');
  const sep = rowOf('[SEP]');
  const unknown = rowOf('[UNK]');

  return {
    encode(text, limit) {
      const all = [cls, ...pieces(text, limit - 2), sep];
      return { rows: all, secondAt: all.length, parts: [] };
    },
    encodePair(first, second, limits) {
      const all = [cls, ...pieces(first, limits.first - 2), sep];
      const secondAt = all.length;
      const end = secondAt + limits.second - 2;
      const parts: TokenSequence['parts'] = [];
      for (const [i, part] of second.entries()) {
        const from = all.length;
        if (from >= end) break;
        all.push(...pieces(part, end - from));
        if (i > 0) parts.push([from, all.length]);
      }
      return { rows: [...all, sep], secondAt, parts };
    },
  };

  function rowOf(piece: string): number {
    const row = rows.get(piece);
    if (row === undefined) throw new Error(`the vocabulary has no ${piece}`);
    return row;
  }

  function pieces(text: string, limit: number): number[] {
    const out: number[] = [];
    // Sigma by hand: toLowerCase would look at the letters around it.
    const plain = text.replace(CONTROL, '').normalize('NFC').replaceAll('Σ', 'σ').toLowerCase();
    for (const [word] of plain.matchAll(WORD)) {
      if (out.length >= limit) break;
      if (!NOT_ASCII.test(word)) {
        out.push(...cut(word));
        continue;
      }
      const marked = rows.get(word);
      if (marked !== undefined) out.push(marked);
      // Without its marks a sign may fall apart: "≠" becomes "=".
      else
        for (const [part] of word.normalize('NFD').replace(MARK, '').matchAll(WORD)) out.push(...cut(part));
    }
    return out.slice(0, Math.max(limit, 0));
  }

  /** The longest piece that fits, again and again; a word that cannot be cut up to its end is unknown as a whole. */
  function cut(word: string): number[] {
    const whole = rows.get(word);
    if (whole !== undefined) return [whole];
    if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return [unknown];
    const out: number[] = [];
    for (let start = 0; start < word.length; ) {
      let end = word.length;
      let row: number | undefined;
      for (; end > start; end -= 1) {
        row = rows.get((start > 0 ? '##' : '') + word.slice(start, end));
        if (row !== undefined) break;
      }
      if (row === undefined) return [unknown];
      out.push(row);
      start = end;
    }
    return out;
  }
}
