import type { Language } from '../../../domain/language.ts';
import { inFigures } from './number-words.ts';
import type { Quantity } from './quantity.ts';
import { readCalendar } from './read-calendar.ts';
import { readImplied } from './read-implied.ts';
import { readNumber } from './read-number.ts';
import { anyOf, PER_YEAR, SCALES, UNITS } from './units.ts';

const GAP = '[ \\u00a0-]{0,20}';
const UNIT = `(?:(?:working|business|calendar|full|unused|extra|more|further|additional|standard|consecutive|paid) ){0,2}(${anyOf(UNITS)})s?(?![\\p{L}\\p{N}])`;
/** A number, its scale and its unit. */
const MEASURE = new RegExp(
  `(?<![\\d.,\\p{L}])(?<!\\p{L}-)(?:(?:VND|VNĐ|₫) ?(?=\\d))?(\\d+(?:[.,]\\d+)*)(?:${GAP}(${anyOf(SCALES)})(?!\\p{L}))?(?:${GAP}${UNIT})?`,
  'giu',
);
/** Of a range the first number has the unit of the second. */
const RANGE = new RegExp(
  `^ ?(?:to|đến|tới|-|–) ?\\d+(?:[.,]\\d+)* (${anyOf(UNITS)})s?(?![\\p{L}\\p{N}])`,
  'iu',
);
const HALF =
  /(?<!\p{L})(?:half an? |half-|nửa )(hour|day|month|year|percent|giờ|tiếng|ngày|tháng|năm|phần trăm)(?!\p{L})/giu;
const HALF_MORE = /^ rưỡi(?!\p{L})|^ and a half(?!\p{L})/iu;
const PER = new RegExp(
  `^ {0,6}(?:a|an|per|each|every|one|một|mỗi|trong một|in a|in one) (${anyOf(PER_YEAR)})(?!\\p{L})`,
  'iu',
);
/** "every 90 days", "mỗi 3 tháng", "3 tháng một lần". */
const EVERY_BEFORE = /(?<!\p{L})(?:every|mỗi|cứ|cứ sau|cứ mỗi) $/iu;
const ONCE_AFTER = /^ (?:một|1) {1,3}lần(?!\p{L})/iu;
const EVERY_UNIT_ONCE = new RegExp(
  `(?<!\\p{L})(?:mỗi|một) (${anyOf(PER_YEAR)}) (?:một|1) {1,3}lần(?!\\p{L})`,
  'giu',
);
const MONEY_NEAR = /lương|phí|giá|tiền|thưởng|phụ cấp|\bVND\b|chi |salary|fee|price|cost|bonus/iu;
const WORKING = /working|business|workday|^ (?:làm việc|công)(?!\p{L})/iu;

/** The numbers of a text, in figures or in words, with what they measure. */
export function readQuantities(text: string, language: Language): Quantity[] {
  const { marks, rest: undated } = readCalendar(inFigures(text, language));
  const found: Quantity[] = marks.map(({ dimension, value, start, end }) =>
    quantity({ dimension, value, amount: value, unit: dimension, start, end }),
  );
  let rest = undated;
  for (const match of rest.matchAll(EVERY_UNIT_ONCE))
    take(match, {
      dimension: 'times a year',
      value: PER_YEAR[(match[1] ?? '').toLowerCase()] ?? 1,
      amount: 1,
      unit: 'time',
    });
  for (const match of rest.matchAll(HALF)) {
    const [unit, dimension, factor] = UNITS[(match[1] ?? '').toLowerCase()] ?? ['', '', 1];
    take(match, { dimension, value: factor / 2, amount: 0.5, unit });
  }
  for (const match of rest.matchAll(MEASURE)) measure(match);
  for (const { dimension, value, start, end } of readImplied(rest))
    found.push(quantity({ dimension, value, amount: value, unit: dimension, start, end, implied: true }));
  return found.sort((a, b) => a.start - b.start);

  function measure(match: RegExpMatchArray & { index: number }): void {
    const [all, figures = '', scaled = '', own] = match;
    const end = match.index + all.length;
    const after = rest.slice(end, end + 40);
    const written = (own ?? RANGE.exec(after)?.[1] ?? '').toLowerCase();
    const scale = SCALES[scaled.toLowerCase()] ?? 1;
    const isMoney = /^(?:VN|₫)/iu.test(all) || (scale > 1 && written === '' && MONEY_NEAR.test(text));
    const [unit, dimension, factor] = isMoney ? (UNITS.vnd ?? ['', '', 1]) : (UNITS[written] ?? ['', '', 1]);
    const amount =
      readNumber(figures, language, unit === 'VND' && scale === 1) * scale +
      (HALF_MORE.test(after) ? 0.5 * scale : 0);
    const value = amount * factor;
    const perYear = frequency(dimension, value, rest.slice(0, match.index), after);
    found.push(
      quantity({
        dimension: perYear === null ? dimension : 'times a year',
        value: perYear ?? value,
        amount,
        unit,
        working: dimension === 'duration' && (WORKING.test(all) || WORKING.test(after)),
        start: match.index,
        end,
      }),
    );
  }

  function take(
    match: RegExpMatchArray & { index: number },
    of: Pick<Quantity, 'dimension' | 'value' | 'amount' | 'unit'>,
  ) {
    const end = match.index + match[0].length;
    found.push(quantity({ ...of, start: match.index, end }));
    rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(end);
  }

  function quantity(
    part: Pick<Quantity, 'dimension' | 'value' | 'amount' | 'unit' | 'start' | 'end'> & Partial<Quantity>,
  ): Quantity {
    return { implied: false, working: false, text: wordsAt(part.start, part.end), ...part };
  }

  /** A number word is shorter as a figure: it is quoted whole. */
  function wordsAt(start: number, end: number): string {
    const rest = /^\p{L}+/u.exec(text.slice(end))?.[0] ?? '';
    return text.slice(start, /\p{L}/u.test(text.charAt(start)) ? end + rest.length : end);
  }
}

/** How often a year, where that is what is told. */
function frequency(dimension: string, value: number, before: string, after: string): number | null {
  if (dimension === 'time') {
    const per = PER.exec(after)?.[1];
    return per === undefined ? null : value * (PER_YEAR[per.toLowerCase()] ?? 1);
  }
  const isInterval =
    dimension === 'duration' && value > 0 && (EVERY_BEFORE.test(before) || ONCE_AFTER.test(after));
  return isInterval ? 365 / value : null;
}
