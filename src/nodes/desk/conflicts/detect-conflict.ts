import { isSameQuantity, type Quantity } from '../quantities/quantity.ts';
import { readQuantities } from '../quantities/read-quantities.ts';
import { compareAcross } from './compare-across.ts';
import { compareOrder } from './compare-order.ts';
import { defineDifferentThings } from './define-different-things.ts';
import { denySomethingElse } from './deny-something-else.ts';
import { nameDifferentCases, nameDifferentThings } from './different-cases.ts';
import { type Measured, measureAlike, measuredIn } from './measure-alike.ts';
import { withoutOpposites } from './read-opposites.ts';
import { readStance, stanceConflict } from './read-stance.ts';
import { doDifferentThings, isAction } from './same-words.ts';
import { type Said, subjectOf, withoutNumbers } from './subject-of.ts';

export type ConflictKind = 'number' | 'date' | 'modality' | 'negation';

/** Share of the shorter statement's words that the other must hold for both to be about one thing. */
const MIN_SHARED = 0.5;
/** Words that each may have to itself before the two are about different things. */
const MAX_OWN_SHARE = 0.34;
/** From this share of words in the same order two statements are made alike, and a word exchanged tells them apart. */
const ALIKE_FROM = 0.5;
const ONE_THING_FROM = 0.75;
const MIN_COMMON = 3;

/** After a colon stands what was counted: of other things there may be another number. */
const LIST = /: (?=\p{L}[^:]*,)/u;
const DATES = new Set(['clock', 'calendar', 'day of month', 'weekday']);

/** How two statements contradict each other, or null: they agree, or speak of different cases. */
export function detectConflict(sideA: Said, sideB: Said): ConflictKind | null {
  const [a, b] = [withoutList(sideA), withoutList(sideB)];
  if (nameDifferentThings(a.text, b.text) || nameDifferentCases(a.text, b.text)) return null;
  if (defineDifferentThings(a.text, b.text)) return null;
  const [numbersA, numbersB] = [readQuantities(a.text, a.language), readQuantities(b.text, b.language)];
  const about = compareStatements(a, numbersA, b, numbersB);
  if (about === 'other') return opposed(a, b) ? 'negation' : null;
  const byNumber = quantityConflict(measuredIn(a, numbersA), measuredIn(b, numbersB), about === 'same');
  if (byNumber !== null || about === 'alike') return byNumber;
  // What is demanded of one thing and denied of another are told apart by their words alone: they must be the same.
  const [stanceA, stanceB] = [readStance(a.text), readStance(b.text)];
  const byStance = stanceConflict(stanceA, stanceB);
  // "May, at most so often" and "must, so long before" are two rules, not one that is both.
  const [allowed, other] = stanceA === 'may' ? [numbersA, numbersB] : [numbersB, numbersA];
  const isLimit = allowed.some((one) => !other.some((two) => isSameQuantity(one, two)));
  const isAllowed = stanceA === 'may' || stanceB === 'may';
  if (byStance === null) return opposed(a, b) ? 'negation' : null;
  if (byStance === 'negation' && a.language === b.language && denySomethingElse(a, b)) return null;
  return byStance === 'modality' && isAllowed && isLimit ? null : byStance;
}

function withoutList({ text, language }: Said): Said {
  return { text: text.split(LIST)[0] ?? text, language };
}

/** Open and closed, before and after, of one thing. */
function opposed(a: Said, b: Said): boolean {
  const cut = a.language === b.language ? withoutOpposites(a, b) : null;
  if (!cut) return false;
  const [subjectA, subjectB] = cut.map((said) => subjectOf(said, readQuantities(said.text, said.language)));
  return compareSubjects(subjectA ?? [], subjectB ?? []) === 'same';
}

function compareStatements(a: Said, numbersA: readonly Quantity[], b: Said, numbersB: readonly Quantity[]) {
  const [subjectA, subjectB] = [subjectOf(a, numbersA), subjectOf(b, numbersB)];
  if (a.language === b.language) return compareSubjects(subjectA, subjectB);
  return a.language === 'vi'
    ? compareAcross(withoutNumbers(a, numbersA), subjectB)
    : compareAcross(withoutNumbers(b, numbersB), subjectA);
}

/** Whether two statements are about the same thing, about things that are alike, or about others. */
function compareSubjects(a: readonly string[], b: readonly string[]): 'same' | 'alike' | 'other' {
  const [setA, setB] = [new Set(a), new Set(b)];
  const shared = [...setA].filter((word) => setB.has(word)).length;
  const smaller = Math.min(setA.size, setB.size);
  if (smaller === 0 || shared / smaller < MIN_SHARED || doDifferentThings(a, b)) return 'other';
  const { common, exchanged } = compareOrder(a, b);
  // Said alike but for a word in the same place: social insurance and health insurance.
  if (exchanged > 0 && common / Math.min(a.length, b.length) >= ALIKE_FROM) return 'other';
  const ownShare = Math.min(1 - shared / setA.size, 1 - shared / setB.size);
  if (ownShare > MAX_OWN_SHARE) return 'other';
  // Two words in common are too few where each names something of its own: a visitor's meal, a visitor's car.
  if (shared < MIN_COMMON && shared < smaller) return 'other';
  // So is what is done, where the thing that it is done to is not shared.
  if ([...setA].every((word) => !setB.has(word) || isAction(word))) return 'other';
  // Two words in common may be all that a short rule and a long one on something else have.
  const isOneThing = shared > 2 || shared / Math.max(setA.size, setB.size) > 0.5;
  return shared / smaller >= ONE_THING_FROM && exchanged === 0 && isOneThing ? 'same' : 'alike';
}

/** Both measure the same, and neither's figure is the other's. */
function quantityConflict(
  a: readonly Measured[],
  b: readonly Measured[],
  isOneThing: boolean,
): ConflictKind | null {
  const only = (mine: readonly Measured[], others: readonly Measured[]) =>
    mine.filter((one) => !others.some((other) => isSameQuantity(one, other)));
  const [onlyA, onlyB] = [only(a, b), only(b, a)];
  const differing = onlyA.filter((one) =>
    onlyB.some((other) => (isOneThing ? one.dimension === other.dimension : measureAlike(one, other))),
  );
  const kinds = new Set(differing.map(({ dimension }) => dimension));
  // On other days other numbers: those are two cases.
  if (kinds.size === 0 || (kinds.has('weekday') && kinds.size > 1)) return null;
  return [...kinds].every((kind) => DATES.has(kind)) ? 'date' : 'number';
}
