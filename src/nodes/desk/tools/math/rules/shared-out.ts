import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

const SHARED_OUT =
  /(?<!\p{L})chia (?:đều )?(?:cho|ra|thành)(?!\p{L})|\b(?:split|divided|shared|spread)(?: out)?(?: equally| evenly)? (?:between|among|amongst|over|across|by)\b/iu;

/** A stated amount, shared out among so many. */
export const sharedOut: Rule = ({ question, language, statements, given }, unit) => {
  const [parts, other] = given;
  if (!SHARED_OUT.test(question) || !parts || other || parts.unit === unit) return null;
  const whole = nearest(question, statements, language, ({ figures }) =>
    figures.some((figure) => figure.unit === (unit ?? 'VND')),
  )?.figures.find((figure) => figure.unit === (unit ?? 'VND'));
  return whole ? { expression: `${whole.id} / ${parts.id}`, unit: whole.unit, used: [whole, parts] } : null;
};
