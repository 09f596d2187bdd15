import { readDosage, readNumber } from '../../../chart/safety/read-dosage.ts';
import { once, readCuePatterns, readPatterns, readWordLists } from '../../../language/read-lexicon.ts';
import { knownWords } from '../../../language/search-terms/word-tables.ts';
import { foldForCues } from './request-cues.ts';

/** How orders are worded, on text without marks and in lower case. Both languages in one pattern: an order often mixes them. */
export const orderCues = once(() =>
  readPatterns('language/order-cues', [
    'amount combined concentration percent count form_after_strength',
    'duration bare_duration frequency divided timing timing_counted timing_marked as_needed when_needed at_most',
    'times_only times_bare once_now once_now_marked lasting rate binds past',
    'because lead_in person_token person_taken class_only disease_ending filler_phrases',
  ]),
);

/** Words of orders, without marks and in lower case; those of `form` and `drug_class` are patterns. */
export const orderWords = once(() => {
  const lists = readWordLists('language/order-words', 'word', [
    'filler after_for reason reason_link form drug_class no_drug',
  ]);
  return { ...lists, reason: new Set([...knownWords().medical, ...lists.reason]) };
});

export const nameTail = once(
  () => new RegExp(`^(?:[\\s-]{1,2}(?:${[...orderWords().form].join('|')})(?![a-z]))+`, 'u'),
);

/** Words of an order, as typed, with where they stand. */
export interface Taken {
  start: number;
  end: number;
  text: string;
}

export type OrderText = ReturnType<typeof createOrderText>;

/** No word, no space: nothing is read across what was taken. */
export const BLANK = '\ue000';
const WORD = /[\p{L}\p{N}]+/gu;
const BESIDE = /^[\s'’.-]*$/u;

/** An order whose words are taken one after the other: what is left in the end was not understood. */
export function createOrderText(text: string) {
  const composed = text.normalize('NFC');
  const plain = foldForCues(text);
  // Folding keeps the length of composed text; where it does not, positions hold in the folded one alone.
  const typed = composed.length === plain.length ? composed : plain;
  const marked = typed.toLowerCase().length === plain.length ? typed.toLowerCase() : plain;
  const isTaken = Array.from(plain, () => false);
  while (isTaken.length < plain.length) isTaken.push(false);
  const blanked = (source: string) =>
    Array.from({ length: source.length }, (_, at) => (isTaken[at] ? BLANK : source[at])).join('');

  const takeSpan = (start: number, end: number): Taken => {
    isTaken.fill(true, start, end);
    return { start, end, text: typed.slice(start, end) };
  };
  const takeFrom = (source: string, pattern: RegExp): Taken | null => {
    const match = pattern.exec(blanked(source));
    return match === null ? null : takeSpan(match.index, match.index + match[0].length);
  };

  return {
    typed,
    /** Takes the first words that fit, on text without marks and in lower case. */
    take: (pattern: RegExp) => takeFrom(plain, pattern),
    /** The same on text that keeps its marks: "tối" is not "tôi". */
    takeMarked: (pattern: RegExp) => takeFrom(marked, pattern),
    takeSpan,
    giveBack: ({ start, end }: Taken) => void isTaken.fill(false, start, end),
    /** Unmarked and in lower case, with what was taken blanked out. */
    rest: () => blanked(plain),
    /** The words left, those beside each other together. */
    left(): Taken[] {
      const runs: Taken[] = [];
      for (const { 0: word, index: start } of blanked(typed).matchAll(WORD)) {
        const end = start + word.length;
        const before = runs.at(-1);
        if (before !== undefined && BESIDE.test(typed.slice(before.end, start)) && !isTaken[start - 1]) {
          before.end = end;
          before.text = typed.slice(before.start, end);
        } else runs.push({ start, end, text: word });
      }
      return runs;
    },
  };
}

/** Words that stand beside each other are kept as they stand. */
export function together(parts: readonly Taken[], typed: string): string {
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  return sorted.reduce((text, part, at) => {
    const before = sorted[at - 1];
    if (before === undefined) return part.text.trim();
    const between = typed.slice(before.end, part.start);
    return `${text}${/^[\s,]*(?:(?:and|và|x|of)\s)?$/iu.test(between) ? between : ', '}${part.text.trim()}`;
  }, '');
}

/** How often and how long. `isChange`: "x2" of an order that is on the chart is no count of tablets. */
export function takeSchedule(order: OrderText, isChange = false) {
  const cues = orderCues();
  const atMost = order.take(cues.at_most)?.text ?? '';
  const needed = order.take(cues.as_needed);
  const when = order.take(cues.when_needed);
  const lasting = order.take(cues.lasting)?.text ?? '';
  const lasts = order.take(cues.duration);
  const long = lasts?.text.replace(/^(?:for|x|trong(?: vòng| vong)?|during)\s*/iu, '');
  const divided = order.take(cues.divided)?.text ?? '';
  const counted = order.take(cues.timing_counted);
  const times = order.take(cues.frequency);
  const timing = [order.take(cues.timing), order.take(cues.timing), order.takeMarked(cues.timing_marked)];
  const some = [times, counted, ...timing].filter((part) => part !== null);
  const bare =
    times === null ? (order.take(cues.times_only) ?? (isChange ? order.take(cues.times_bare) : null)) : null;
  // "X 2 ngày uống 2 lần": twice a day, or for two days, nobody can tell.
  const isAfter = bare !== null && lasts !== null && bare.start > lasts.start;
  if (isAfter) order.giveBack(bare);
  const perDay = isAfter ? null : (times ?? bare);
  const said = together(
    [...new Set([perDay, ...some])].filter((part) => part !== null),
    order.typed,
  );
  const isDaily = times === null && perDay !== null;
  const often = (isDaily ? `${said} (${timesADay(perDay.text)})` : said).replace(
    /^\s?\//u,
    (times?.text ?? '').includes('ng') ? 'mỗi ' : 'every ',
  );
  const duration = long ?? order.take(cues.bare_duration)?.text ?? '';
  // Without marks, "ngay" may be a day.
  const isMarked = foldForCues(order.typed) !== order.typed.toLowerCase();
  const now = [order.take(cues.once_now), isMarked ? order.takeMarked(cues.once_now_marked) : null].filter(
    (part) => part !== null,
  );
  const once = often === '' && now.length > 0 ? `${together(now, order.typed)} (once only)` : '';
  const need = [needed === null ? '' : 'as needed', when?.text ?? '', atMost, lasting];
  const note = need.filter(Boolean).join(', ');
  const each = evenCount(counted?.text ?? '');
  const shared = { text: divided, times: countIn(divided) };
  // As often as needed says how often where it says how often at most.
  const isPerDay = /ng[aà]y|day|24|daily/iu.test(atMost);
  const isTimes = /l[aầ]n|times?|x/iu.test(atMost);
  const told = isPerDay || !isTimes ? atMost : `${atMost} (${timesADay(atMost)})`;
  const most = needed === null && when === null ? '' : told;
  return { frequency: often || once || most, duration, note, each, shared };
}

function countIn(text: string): number | null {
  const numbers = text.match(/\d+|\p{L}+/gu)?.map((word) => (word === 'x' ? null : readNumber(word))) ?? [];
  return numbers.find((number) => number !== null) ?? null;
}

/** "x 2 lần" is a day's, as orders are written. */
export function timesADay(text: string): string {
  return `${countIn(text)} ${/l[aầ]n/iu.test(text) ? 'lần/ngày' : 'times a day'}`;
}

/** "Sáng 1 chiều 1": how many each time, where they are as many; empty where they are not. */
function evenCount(counted: string): string {
  const numbers = new Set(counted.match(/\d(?:[.,/]\d)?/gu));
  return numbers.size === 1 ? `${[...numbers][0]} viên` : '';
}

/** "50 mg/ngày" says how often, too, where nothing else does; by weight it leaves open how it is shared out. */
export function splitDaily(dose: string, frequency: string): { dose: string; frequency: string } {
  const [, each, day] = /^([^/]*[^/\s])\s?\/\s?(ngày|ngay|day|24\s?h)$/iu.exec(dose) ?? [];
  if (each === undefined || day === undefined) return { dose, frequency };
  if (frequency !== '')
    return readDosage(frequency).per_day === 1 ? { dose: each, frequency } : { dose, frequency };
  return { dose: each, frequency: day.startsWith('n') ? 'mỗi ngày' : 'every day' };
}

const MAX_WORDS = 7;

/** Takes out of an order what it is for: only words for what drugs are for, as other words may name a person. */
export function takeReason(order: OrderText): string {
  const rest = order.rest();
  const { reason, reason_link } = orderWords();
  for (const tie of rest.matchAll(/\b(?:for|to treat|de dieu tri|dieu tri|vi|do|tri)\s/gu)) {
    const from = tie.index + tie[0].length;
    let [cursor, end] = [from, from];
    for (const word of [...rest.slice(from, from + 80).matchAll(/[a-z0-9'-]+/gu)].slice(0, MAX_WORDS)) {
      const isReason = reason.has(word[0]) || orderCues().disease_ending.test(word[0]);
      const isBeside = /^\s*$/u.test(rest.slice(cursor, from + word.index));
      if (!isBeside || !(isReason || reason_link.has(word[0]))) break;
      cursor = from + word.index + word[0].length;
      if (isReason) end = cursor;
    }
    // "For oral use" says how it is given.
    if (end > from && !isRoute(rest.slice(from, end))) {
      const { text } = order.takeSpan(tie.index, end);
      return text.slice(tie[0].length).replace(/^(?:the|an?|his|her)\s/iu, '');
    }
  }
  // Said outright to be why, it may be anything but more of the order.
  const why = orderCues().because.exec(rest)?.[0] ?? '';
  const isOrder = [orderCues().amount, orderCues().count, orderCues().frequency].some((cue) => cue.test(why));
  return isOrder ? '' : (order.take(orderCues().because)?.text.replace(/^[\s,(]+|[\s,).]+$/gu, '') ?? '');
}

/** How a drug is given → the words that say so, on text without marks and in lower case. The more telling first. */
const routeCues = once(() => readCuePatterns('language/routes', ['route']));

function isRoute(folded: string): boolean {
  return routeCues().some(({ cue }) => cue.exec(folded)?.[0] === folded);
}

export function routeIn(folded: string): string | null {
  return routeCues().find(({ cue }) => cue.test(folded))?.keys[0] ?? null;
}

/** Takes out the route that another one is to take the place of: "IV to oral". `link` stands between them. */
export function takeOldRoute(order: OrderText, link: RegExp): void {
  const rest = order.rest();
  const at = link.exec(rest)?.index ?? 0;
  if (at === 0 || routeIn(rest.slice(at)) === null) return;
  for (const { cue } of routeCues()) {
    const old = cue.exec(rest.slice(0, at));
    if (old !== null) order.takeSpan(old.index, old.index + old[0].length);
  }
}

/** Takes the route out of an order, every time it is said; a second one stays, to be asked about. */
export function takeRoute(order: OrderText, named: string | null): string | null {
  let route = named;
  for (const { keys, cue } of routeCues()) {
    const [name = ''] = keys;
    if (route !== null && route !== name) continue;
    for (let said: Taken | null = order.take(cue); said !== null; said = order.take(cue)) route = name;
  }
  return route;
}
