import type { Language } from '../../../domain/language.ts';
import { PER_YEAR, SCALES, UNITS } from './units.ts';

const ENGLISH: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const VIETNAMESE: Readonly<Record<string, number>> = {
  một: 1,
  mốt: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
  tư: 4,
  năm: 5,
  lăm: 5,
  sáu: 6,
  bảy: 7,
  bẩy: 7,
  tám: 8,
  chín: 9,
};
const EN_RUN = new RegExp(
  `(?<!\\p{L})(?:${Object.keys(ENGLISH).join('|')}|a hundred)(?:(?:[ -]| and )(?:${Object.keys(ENGLISH).join('|')}|hundred)(?!\\p{L})){0,4}(?!\\p{L})`,
  'giu',
);
const VI_DIGIT = Object.keys(VIETNAMESE).join('|');
/** "mười lăm", "hai mươi", "hai mươi mốt", "một trăm hai mươi", "ba". */
const VI_RUN = new RegExp(
  `(?<!\\p{L})(?:(?:(?:${VI_DIGIT}) trăm )?(?:mười|(?:${VI_DIGIT}) mươi)(?: (?:${VI_DIGIT}))?|(?:${VI_DIGIT}) trăm|(?:${VI_DIGIT}))(?!\\p{L})`,
  'giu',
);
/** As a conjunction ("once it is paid") the word counts nothing. */
const TIMES =
  /(?<!\p{L})(?:twice|thrice|once(?= (?:(?:a|an|per|each|every|in a|in every|in each|in any) (?:day|week|month|quarter|year|shift)|every|only|for|in \d|during|within|more)(?!\p{L})|[.,;?)]|$))(?!\p{L})/giu;
const TIMES_WORDS: Readonly<Record<string, string>> = { once: '1  x', twice: '2   x', thrice: '3    x' };

const LIMIT =
  /(?<!\p{L})(?:only|just|at least|at most|no more than|not more than|more than|up to|maximum of) $/iu;

/** Number words as figures, padded so that every offset stays. */
export function inFigures(text: string, language: Language): string {
  if (language === 'en') {
    return text
      .replace(TIMES, (word) => TIMES_WORDS[word.toLowerCase()] ?? word)
      .replace(EN_RUN, (run, at: number) => {
        const next = wordAfter(text, at + run.length)
          .replace(/s$/u, '')
          .replace(/^(?:working|business|calendar|full)$/u, 'day');
        // "One" counts before a unit and as a limit: elsewhere it stands for a thing.
        const isLimit = LIMIT.test(text.slice(0, at));
        return run.toLowerCase() === 'one' && !(next in UNITS) && !isLimit
          ? run
          : worthOf(run, ENGLISH, run.length);
      });
  }
  return text.replace(VI_RUN, (run, at: number) => {
    const lower = run.toLowerCase();
    const next = wordAfter(text, at + run.length);
    // "Năm" is a year, "ba" a father, "một tháng" a rate, unless a count is meant.
    if (lower === 'năm' && !(next in UNITS && next !== 'năm')) return run;
    if (lower === 'một' && next !== 'lần' && !(next in SCALES && next !== 'k')) return run;
    if (lower === 'tư' || lower === 'mốt' || lower === 'lăm') return run;
    if (/(?<!\p{L})(?:thứ|loại|hạng) $/iu.test(text.slice(0, at))) return run;
    // "12 năm một lần", "năm năm": the first counts.
    return lower === 'năm' && next in PER_YEAR && next === 'năm' ? run : worthOf(run, VIETNAMESE, run.length);
  });
}

function worthOf(run: string, words: Readonly<Record<string, number>>, width: number): string {
  let total = 0;
  let last = 0;
  for (const word of run.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (word === 'hundred' || word === 'trăm') {
      total += (last || 1) * 100;
      last = 0;
    } else if (word === 'mươi') last *= 10;
    else if (word === 'mười') last += 10;
    else last = word === 'a' || word === 'and' ? last : last + (words[word] ?? 0);
  }
  return String(total + last).padEnd(width);
}

function wordAfter(text: string, at: number): string {
  return /^[ -](\p{L}+)/u.exec(text.slice(at, at + 30))?.[1]?.toLowerCase() ?? '';
}
