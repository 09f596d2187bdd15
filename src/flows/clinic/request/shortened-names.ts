import { drugNamesIn, knownDrugs } from '../../../language/drugs/drug-names.ts';
import { drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { isSameName, onlyOne, shortNames } from '../../../language/drugs/resolve-drug.ts';
import { createOrderText, nameTail, orderWords, takeRoute, takeSchedule } from './order-text.ts';
import { isOrdinary, readDrugs } from './read-mentions.ts';
import { foldForCues } from './request-cues.ts';

const MIN_LETTERS = 4;
/** What follows a drug's name in an order. */
const DOSE_FOLLOWS = /^\s\d/u;

/**
 * A text with the drugs' shortened names in full: by the list of abbreviations, as the beginning of one drug on the chart,
 * or, before a dose, of one drug at all. `shortened`: what was typed, by the name it was taken for.
 */
export function writeOut(
  typed: string,
  charted: readonly string[],
): { text: string; shortened: ReadonlyMap<string, string> } {
  const shortened = new Map<string, string>();
  const taken = charted.flatMap((line) => drugNamesIn(line));
  const composed = typed.normalize('NFC');
  // What stands right after a name is part of it: "epoetin alfa".
  const spans = drugSpansIn(composed).map(({ start, end }) => ({ start, end: end + 2 }));
  const text = composed.replace(/[\p{L}][\p{L}-]+/gu, (word, at: number) => {
    const short = foldForCues(word);
    const isName = spans.some(({ start, end }) => start <= at && at < end);
    const full = isName ? null : (shortNames().get(short) ?? inFull(short, at + word.length));
    if (full === null || full === short) return word;
    shortened.set(full, word);
    return full;
  });
  return { text, shortened };

  function inFull(short: string, end: number): string | null {
    if (short.length < MIN_LETTERS || isOrdinary(short) || isOfOrders(short)) return null;
    const isDosed = DOSE_FOLLOWS.test(composed.slice(end));
    return onlyOne(taken, short) ?? (isDosed ? onlyOne([...knownDrugs()], short) : null);
  }
}

/** Whether a word says how, how often or in what form a drug is given. */
function isOfOrders(word: string): boolean {
  const order = createOrderText(word);
  takeSchedule(order);
  takeRoute(order, null);
  return nameTail().test(` ${word}`) || orderWords().filler.has(word) || order.left().length === 0;
}

/** The chart's line of a drug, where just one is of it. */
export function chartedOrder(medication: string, charted: readonly string[]): string | null {
  const asked = readDrugs(medication);
  const lines = charted.filter((line) => {
    const named = readDrugs(line);
    return asked.length > 0 && asked.every((drug) => named.some((name) => isSameName(name, drug)));
  });
  return lines[0] ?? null;
}
