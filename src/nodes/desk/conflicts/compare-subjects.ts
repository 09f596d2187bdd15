import { compareOrder } from './compare-order.ts';
import { doDifferentThings, isAction } from './same-words.ts';

/** Whether two statements are about the same thing, about things that are alike, or about others. */
export type About = 'same' | 'alike' | 'other';

/** Share of the shorter statement's words that the other must hold for both to be about one thing. */
const MIN_SHARED = 0.5;
/** Words that each may have to itself before the two are about different things. */
const MAX_OWN_SHARE = 0.34;
/** From this share of words in the same order two statements are made alike, and a word exchanged tells them apart. */
const ALIKE_FROM = 0.5;
const ONE_THING_FROM = 0.75;
const MIN_COMMON = 3;

/** Compares what two statements of one language are about, by their words and the order of them. */
export function compareSubjects(a: readonly string[], b: readonly string[]): About {
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
