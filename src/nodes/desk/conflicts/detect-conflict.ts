import { isSameQuantity } from '../quantities/read-quantities.ts';
import { compareAcross } from './compare-across.ts';
import { type About, compareSubjects } from './compare-subjects.ts';
import { defineDifferentThings } from './define-different-things.ts';
import { denySomethingElse } from './deny-something-else.ts';
import { nameDifferentCases, nameDifferentThings } from './different-cases.ts';
import { mainClause } from './main-clause.ts';
import { askAhead, couldMeasureAlike, type Measured, measureAlike, measuredIn } from './measure-alike.ts';
import { paidByOthers, withoutPaying } from './money-side.ts';
import { nameDifferentTopics } from './name-different-topics.ts';
import { ownedByOthers } from './owned-things.ts';
import { withoutAlternatives } from './read-alternatives.ts';
import { withoutOpposites } from './read-opposites.ts';
import { readStance, type Stance, stanceConflict } from './read-stance.ts';
import { withoutAsking } from './same-words.ts';
import { numbersIn, type Said, subjectOf, withoutNumbers, wordsOf } from './subject-of.ts';
import { withoutConjuncts } from './without-conjuncts.ts';

export type ConflictKind = 'number' | 'date' | 'modality' | 'negation';

const DATES = new Set(['clock', 'calendar', 'day of month', 'weekday']);

/** How two statements contradict each other, or null: they agree, or speak of different cases. */
export function detectConflict(sideA: Said, sideB: Said): ConflictKind | null {
  const isOneLanguage = sideA.language === sideB.language;
  const [mainA, mainB] = [mainClause(sideA), mainClause(sideB)];
  // Without a word in common there is nothing to contradict.
  if (isOneLanguage && !wordsOf(mainA).some((word) => wordsOf(mainB).includes(word))) return null;
  const [a, b] = isOneLanguage
    ? [withoutConjuncts(mainA, mainB), withoutConjuncts(mainB, mainA)]
    : [mainA, mainB];
  if (nameDifferentThings(a.text, b.text) || nameDifferentCases(a, b)) return null;
  if (defineDifferentThings(a.text, b.text) || ownedByOthers(a.text, b.text)) return null;
  if (isOneLanguage && nameDifferentTopics(a, b)) return null;
  const [numbersA, numbersB] = [numbersIn(a), numbersIn(b)];
  // Which words mean whose money it is, is known of one language at a time.
  if (isOneLanguage && paidByOthers(a.text, numbersA, b.text, numbersB)) return null;
  // What is counted bears another name in each language.
  const measured = (said: Said) =>
    measuredIn(said, numbersIn(said)).map((one) => (isOneLanguage ? one : { ...one, noun: null }));
  const [measuredA, measuredB] = [measured(a), measured(b)];
  const about = compareStatements(a, measuredA, b, measuredB);
  if (about === 'other') return opposed(a, b) ?? excluded(a, b);
  const byNumber = quantityConflict(measuredA, measuredB, about === 'same');
  if (byNumber !== null) return byNumber;
  const [stanceA, stanceB] = [readStance(a.text), readStance(b.text)];
  const byStance = stanceConflict(stanceA, stanceB);
  if (about === 'alike') {
    const isAtOdds =
      (byStance === 'modality' && isLeftOpen(stanceA, stanceB)) ||
      (byStance === 'negation' && isOneLanguage && isBannedAltogether(a, stanceA, b, stanceB));
    return isAtOdds ? byStance : excluded(a, b);
  }
  // What is demanded of one thing and denied of another are told apart by their words alone: they must be the same.
  if (byStance === null) return opposed(a, b) ?? excluded(a, b);
  // "May, at most so often" and "must, so long before" are two rules, not one that is both.
  const [allowed, other] = stanceA === 'may' ? [numbersA, numbersB] : [numbersB, numbersA];
  const isLimit = allowed.some((one) => !other.some((two) => isSameQuantity(one, two)));
  const isAllowed = stanceA === 'may' || stanceB === 'may';
  if (byStance === 'negation' && isOneLanguage && denySomethingElse(a, b)) return null;
  return byStance === 'modality' && isAllowed && isLimit ? null : byStance;
}

/** Nobody leaves open what must be done, not even where one says where and the other how often. */
function isLeftOpen(a: Stance, b: Stance): boolean {
  return a === 'optional' || b === 'optional';
}

/** What is forbidden without more is forbidden in each case of it; what is forbidden in a case may be allowed in others. */
function isBannedAltogether(a: Said, stanceA: Stance, b: Said, stanceB: Stance): boolean {
  const isWithin = (ban: Said, permit: Said) => wordsOf(ban).every((word) => wordsOf(permit).includes(word));
  if (stanceA === 'must-not' && stanceB === 'may') return isWithin(a, b);
  return stanceB === 'must-not' && stanceA === 'may' && isWithin(b, a);
}

/** Open and closed, before and after, of one thing. */
function opposed(a: Said, b: Said): ConflictKind | null {
  const cut = a.language === b.language ? withoutOpposites(a, b) : null;
  return cut && compareCut(cut) === 'same' ? 'negation' : null;
}

/** One thing demanded and another allowed that it rules out. */
function excluded(a: Said, b: Said): ConflictKind | null {
  const cut = a.language === b.language ? withoutAlternatives(a, b) : null;
  return cut && compareCut(cut) !== 'other' ? 'modality' : null;
}

function compareCut(cut: readonly [Said, Said]): About {
  const [a, b] = cut;
  return compareSubjects(wordsOf(a), wordsOf(b));
}

function compareStatements(
  a: Said,
  numbersA: readonly Measured[],
  b: Said,
  numbersB: readonly Measured[],
): About {
  const [subjectA, subjectB] = withoutPaying(
    subjectOf(a, numbersA),
    numbersA,
    subjectOf(b, numbersB),
    numbersB,
  );
  if (a.language === b.language) {
    const about = compareSubjects(subjectA, subjectB);
    return about === 'other' && askAhead(numbersA, numbersB)
      ? compareSubjects(withoutAsking(subjectA), withoutAsking(subjectB))
      : about;
  }
  return a.language === 'vi'
    ? compareAcross(withoutNumbers(a, numbersA), subjectB)
    : compareAcross(withoutNumbers(b, numbersB), subjectA);
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
    onlyB.some((other) => (isOneThing ? couldMeasureAlike(one, other) : measureAlike(one, other))),
  );
  const kinds = new Set(differing.map(({ dimension }) => dimension));
  // On other days other numbers: those are two cases.
  if (kinds.size === 0 || (kinds.has('weekday') && kinds.size > 1)) return null;
  return [...kinds].every((kind) => DATES.has(kind)) ? 'date' : 'number';
}
