import { REMAINS } from '../question-cues.ts';
import type { Rule } from './rule.ts';

/** What is left of what the asker says they have. */
export const leftOfGiven: Rule = ({ question, given }) => {
  if (!REMAINS.test(question)) return null;
  const [one, other] = given.filter(({ unit }) => unit !== '' && unit !== 'VND' && unit !== '%');
  if (!one || !other || one.unit !== other.unit || given.length !== 2) return null;
  const [more, less] = one.value >= other.value ? [one, other] : [other, one];
  return { expression: `${more.id} - ${less.id}`, unit: one.unit, used: [more, less] };
};
