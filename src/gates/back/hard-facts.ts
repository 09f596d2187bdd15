import { type ClaimWord, readPopulations, shareOf, splitWords } from '../../language/claim-words.ts';
import { drugNamesIn, isDrugName } from '../../language/drugs/drug-names.ts';
import { once, readCuePatterns, readLexicon } from '../../language/read-lexicon.ts';
import { denialsDiffer, readDenials } from '../../language/read-negation.ts';
import {
  carriesAmount,
  carriesNumber,
  decimalOf,
  type ReadNumber,
  readMeasures,
  valuesOf,
} from '../../language/read-numbers.ts';
import { comparisonsTurned, placesExchanged } from './exchanged-places.ts';

/** Given as drugs, and not among the names of drugs. */
const ELEMENTS = new Set('calcium potassium sodium canxi kali natri kẽm sắt magie'.split(' '));

/** What must be the same in a claim and in the words it rests on. */
export interface HardFacts {
  numbers: readonly ReadNumber[];
  drugs: readonly string[];
  words: readonly ClaimWord[];
  denials: readonly string[][];
  directions: readonly Direction[];
  populations: readonly string[];
  /** How a drug is given: into a vein, by mouth. */
  routes: readonly string[];
}

/** What stands around a quote and holds for it too: drugs and people that its sentence leaves unsaid. */
export interface Surroundings {
  drugs: readonly string[];
  populations: readonly string[];
}

export function hardFactsOf(text: string): HardFacts {
  const words = splitWords(text);
  return {
    numbers: readMeasures(text),
    drugs: drugsOf(text, words),
    words,
    denials: readDenials(words),
    directions: readDirections(words),
    populations: readPopulations(words),
    routes: routeCues().flatMap(({ keys, cue }) => (cue.test(text) ? keys : [])),
  };
}

const routeCues = once(() => readCuePatterns('language/dose-routes', ['route'], 'iu'));

/** Whether a claim gives a drug by a route that its quote does not name, and the quote names another. */
function routesDiffer({ routes }: HardFacts, quote: HardFacts): boolean {
  return quote.routes.length > 0 && routes.some((route) => !quote.routes.includes(route));
}

/** Whether a quote carries every hard fact of a claim. */
export function carries(quote: HardFacts, claim: HardFacts, around: Surroundings): boolean {
  const drugs = [...quote.drugs, ...around.drugs];
  return (
    claim.numbers.every((number) => carriesNumber(quote.numbers, number)) &&
    claim.drugs.every((drug) => drugs.some((other) => sameDrug(drug, other))) &&
    !numbersExchanged(claim.words, quote.words) &&
    !denialsDiffer(claim, quote) &&
    !pointsTheOtherWay(quote.directions, claim.directions) &&
    !routesDiffer(claim, quote) &&
    !populationsDiffer(claim.populations, quote.populations, around.populations)
  );
}

/** Share of a claim's words from which "more" and "less" are about the same in both. */
const LIKE_WORDS_FROM = 0.6;

/**
 * Whether a claim is at odds with a quote in what code reads better than a model: numbers, drugs, who was more, a dropped "may".
 * Unlike `carries` it lets pass what a rewording may leave unsaid or say by other words: that is the model's to judge.
 */
export function clashes(quote: HardFacts, claim: HardFacts, around: Surroundings): boolean {
  const drugs = [...quote.drugs, ...around.drugs];
  const likeness = shareOf(contentOf(claim), contentOf(quote));
  const isTurned = comparisonsTurned(claim.words, quote.words);
  const isOtherWay = pointsTheOtherWay(quote.directions, claim.directions);
  return (
    !claim.numbers.every((number) => isGiven(number, claim, quote)) ||
    !claim.drugs.every((drug) => drugs.some((other) => sameDrug(drug, other))) ||
    numbersExchanged(claim.words, quote.words) ||
    givenToAnother(claim, quote) ||
    routesDiffer(claim, quote) ||
    isUnrecorded(claim, quote) ||
    placesExchanged(claim.words, quote.words, isOtherWay) ||
    (likeness >= LIKE_WORDS_FROM && isOtherWay && !isTurned) ||
    (likeness >= LIKE_WORDS_FROM && hedgeDropped(claim.words, quote.words))
  );
}

/** Whether a quote gives a claimed number; a count in words ("three arms") and "a week" for "1 week" are a model's to judge. */
function isGiven(number: ReadNumber, { words }: HardFacts, { numbers }: HardFacts): boolean {
  if (carriesAmount(numbers, number) || isShareOfRatio(number, numbers)) return true;
  const isInWords = !words.some(
    ({ text }) => isNumber(text) && valuesOf(text).some((value) => number.values.includes(value)),
  );
  if (number.unit === null) return isInWords;
  return number.values.includes(1) && isInWords && !numbers.some(({ unit }) => unit === number.unit);
}

const doseUnits = once(() => new Set(readLexicon('language/dose-units', ['word']).map(({ word }) => word)));
const acts = once(() => new Set(readLexicon('gates/acts', ['words']).map(({ words }) => words)));

/** Whether a dose is among the numbers; what is per litre is a finding. */
export function givesDose({ numbers }: Pick<HardFacts, 'numbers'>): boolean {
  return numbers.some(({ unit }) => doseUnits().has(unit?.replace(/\/(?!m?l$|dl$).*/u, '') ?? ''));
}

/** Whether a claim gives a dose, or says that a treatment was begun, given or ended: being nearly right is not enough for it. */
export function isOrder(facts: HardFacts): boolean {
  return givesDose(facts) || facts.words.some((_, i) => hasWords(acts(), facts.words, i));
}

/** Whether a word, alone or after the one before it, is one of a lexicon. */
function hasWords(known: ReadonlySet<string>, words: readonly ClaimWord[], i: number): boolean {
  return known.has(words[i]?.text ?? '') || known.has(`${words[i - 1]?.text} ${words[i]?.text}`);
}

const hedges = once(() => new Set(readLexicon('gates/hedges', ['words']).map(({ words }) => words)));
/** "Lower" and "lowers" are one word. */
const HEDGED_LETTERS = 5;

/** Whether a claim says outright what its quote only says may be: the word after "may", and no "may" anywhere. */
function hedgeDropped(claim: readonly ClaimWord[], quote: readonly ClaimWord[]): boolean {
  const isHedge = (words: readonly ClaimWord[], i: number) => hasWords(hedges(), words, i);
  if (claim.some((_, i) => isHedge(claim, i))) return false;
  const plain = ({ text }: ClaimWord) => text.slice(0, HEDGED_LETTERS);
  const said = new Set(claim.filter(({ isContent }) => isContent).map(plain));
  return quote.some((_, i) => {
    if (!isHedge(quote, i)) return false;
    const hedged = quote.slice(i + 1, i + 1 + 2 * REACH).find(({ isContent }) => isContent);
    return hedged !== undefined && said.has(plain(hedged));
  });
}

/** A ratio of 0.69 is 31% less: whether less or more is a model's to judge. */
function isShareOfRatio({ unit, values }: ReadNumber, given: readonly ReadNumber[]): boolean {
  const ratios = given.filter((one) => one.unit === null).flatMap((one) => one.values);
  const shares = ratios.filter((ratio) => ratio > 0 && ratio < 2).map((ratio) => Math.abs(1 - ratio) * 100);
  return unit === '%' && values.some((value) => shares.some((share) => Math.abs(share - value) < 0.6));
}

function contentOf({ words }: HardFacts): ReadonlySet<string> {
  return new Set(words.filter(({ isContent }) => isContent).map(stemOf));
}

/** Vietnamese writes many names without their last letter: spironolacton, omeprazol. */
function drugsOf(text: string, words: readonly ClaimWord[]): string[] {
  const cut = words.map((word) => `${word.text}e`).filter((name) => name.length > 7 && isDrugName(name));
  const elements = words.map((word) => word.text).filter((word) => ELEMENTS.has(word));
  return [...new Set([...drugNamesIn(text), ...cut, ...elements])];
}

function sameDrug(a: string, b: string): boolean {
  return a.replace(/s$/u, '') === b.replace(/s$/u, '');
}

const REACH = 3;
/** How much more another number's place must be alike before two are taken for exchanged: words are moved too. */
const MARGIN = 2;

/** The words before and after a number or a direction, which say what of. */
interface Placed {
  before: readonly string[];
  after: readonly string[];
}

interface PlacedNumber extends Placed {
  value: number;
}

/** Whether a claim has given two numbers of its quote to one another's groups: "16% on placebo and 21% on the drug". */
function numbersExchanged(claim: readonly ClaimWord[], quote: readonly ClaimWord[]): boolean {
  const claimed = placedNumbers(claim);
  const quoted = placedNumbers(quote);
  const misplaced = claimed.filter((number) => {
    const like = (isSame: boolean) =>
      Math.max(
        -1,
        ...quoted
          .filter(({ value }) => (value === number.value) === isSame)
          .map((other) => likeness(number, other)),
      );
    const alike = like(true);
    return alike >= 0 && like(false) >= alike + MARGIN;
  });
  // It takes two to exchange; one alone may only have been moved.
  return new Set(misplaced.map(({ value }) => value)).size >= 2;
}

/** Whether a claim gives one drug a number that its quote gives another, beside the number that it gives the first. */
function givenToAnother(claim: HardFacts, quote: HardFacts): boolean {
  if (claim.drugs.length !== 1 || quote.drugs.length < 2) return false;
  const owners = ownersOf(quote);
  const own = claim.drugs[0] ?? '';
  return placedNumbers(claim.words).some(({ value }) => {
    const given = owners.filter((one) => one.value === value);
    return (
      given.length > 0 &&
      given.every(({ drug }) => drug !== null && !sameDrug(drug, own)) &&
      owners.some((one) => one.value !== value && one.drug !== null && sameDrug(one.drug, own))
    );
  });
}

/** Of each number the drug it is of: named behind it or before it, whichever the sentence does more. */
function ownersOf({ words, drugs }: HardFacts): { value: number; drug: string | null }[] {
  const at = words.flatMap(({ text }, i) => (isNumber(text) ? [i] : []));
  const onlyIn = (own: number, from: number, to: number): string | null => {
    const near = words.slice(from, to).filter(({ clause }) => clause === words[own]?.clause);
    const named = near.flatMap(({ text }) => drugs.filter((drug) => sameDrug(drug, text)));
    return named.length === 1 ? (named[0] ?? null) : null;
  };
  const behind = at.map((own, i) => onlyIn(own, own + 1, at[i + 1] ?? words.length));
  const before = at.map((own, i) => onlyIn(own, (at[i - 1] ?? -1) + 1, own));
  const count = (owners: readonly (string | null)[]) => owners.filter((drug) => drug !== null).length;
  const owners = count(behind) >= count(before) ? behind : before;
  return at.map((own, i) => ({ value: decimalOf(words[own]?.text ?? ''), drug: owners[i] ?? null }));
}

const records = once(
  () => new Set(readLexicon('gates/records', ['word']).map(({ word }) => splitWords(word)[0]?.stem ?? '')),
);

/** Whether a claim denies outright what its quote only says is not recorded, read or checked: that is not the same. */
function isUnrecorded(claim: HardFacts, quote: HardFacts): boolean {
  const isOfRecord = (stem: string) => records().has(stem);
  return (
    claim.denials.length > 0 &&
    quote.denials.some((denied) => denied.some(isOfRecord)) &&
    !claim.words.map(stemOf).some(isOfRecord)
  );
}

function placedNumbers(words: readonly ClaimWord[]): PlacedNumber[] {
  return words.flatMap(({ text }, i) => {
    if (!isNumber(text)) return [];
    const rest = words.slice(i + 1, i + 1 + 2 * REACH);
    const next = rest.findIndex((word) => isNumber(word.text));
    const after = (next === -1 ? rest : rest.slice(0, next))
      .filter(({ isContent }) => isContent)
      .slice(0, REACH);
    const before = words
      .slice(Math.max(0, i - REACH), i)
      .filter((word) => word.isContent && !isNumber(word.text));
    return [{ value: decimalOf(text), after: after.map(stemOf), before: before.map(stemOf) }];
  });
}

function isNumber(text: string): boolean {
  return /^\d/u.test(text);
}

function stemOf({ stem }: ClaimWord): string {
  return stem;
}

/** Whether a claim speaks of other people than its quote does; what the quote leaves unsaid its surroundings may say. */
function populationsDiffer(
  claim: readonly string[],
  quote: readonly string[],
  around: readonly string[],
): boolean {
  const lineOf = (population: string) => population.split(':')[0];
  const isForeign = claim.some((population) => {
    if (quote.includes(population)) return false;
    return quote.some((other) => lineOf(other) === lineOf(population)) || !around.includes(population);
  });
  // "In men and men" for "in men and women".
  const isExchanged = claim.length === quote.length && [...claim].sort().join() !== [...quote].sort().join();
  return isForeign || isExchanged;
}

/** A word such as "reduced": which way it points. */
interface Direction extends Placed {
  scale: string;
  isUpper: boolean;
}

/** Each word on a scale, with its side: one for its opposite turns a finding round. */
const sides = once(
  () =>
    new Map(
      readLexicon('gates/opposites', ['scale', 'side', 'word']).map(({ scale, side, word }) => [
        word,
        { scale, isUpper: side === 'upper' },
      ]),
    ),
);

/** How many words are looked through for them: a long text must not be read again from each of its directions. */
const WINDOW = 12;
/** What follows says best what is meant; a word that has changed places, as in a passive, says it least. */
const AFTER_WEIGHT = 2;
const MOVED_WEIGHT = 0.4;

function readDirections(words: readonly ClaimWord[]): Direction[] {
  return words.flatMap(({ text }, i) => {
    const side = sides().get(text);
    // "Less often" is less: the word of degree decides.
    if (side === undefined || sides().get(words[i - 1]?.text ?? '')?.scale === side.scale) return [];
    const before = words
      .slice(Math.max(0, i - WINDOW), i)
      .filter(isTelling)
      .slice(-REACH);
    const rest = words.slice(i + 1, i + 1 + WINDOW);
    const next = rest.findIndex((word) => sides().get(word.text)?.scale === side.scale);
    const after = (next > 0 ? rest.slice(0, next) : rest).filter(isTelling).slice(0, REACH);
    return [{ ...side, before: stemsOf(before), after: stemsOf(after) }];
  });
}

/** Whether a quote points the other way than a claim does, about the same thing. */
function pointsTheOtherWay(quote: readonly Direction[], claim: readonly Direction[]): boolean {
  return claim.some((said) => {
    const sameScale = quote.filter(({ scale }) => scale === said.scale);
    const nearest = (list: readonly Direction[]) =>
      Math.max(-1, ...list.map((other) => likeness(said, other)));
    const alike = nearest(sameScale.filter(({ isUpper }) => isUpper === said.isUpper));
    const opposite = nearest(sameScale.filter(({ isUpper }) => isUpper !== said.isUpper));
    return opposite > 0 && opposite > alike;
  });
}

function likeness(one: Placed, other: Placed): number {
  return (
    AFTER_WEIGHT * sharedBy(one.after, other.after) +
    sharedBy(one.before, other.before) +
    MOVED_WEIGHT * (sharedBy(one.before, other.after) + sharedBy(one.after, other.before))
  );
}

function isTelling({ isContent, text }: ClaimWord): boolean {
  return isContent && !sides().has(text);
}

/** Each once: a unit said twice says no more. */
function stemsOf(words: readonly ClaimWord[]): string[] {
  return [...new Set(words.map(({ stem }) => stem))];
}

function sharedBy(one: readonly string[], other: readonly string[]): number {
  return one.filter((word) => other.includes(word)).length;
}
