import type { Figure } from '../figure.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

/** How long something lasts, from one time of day to another. */
const LASTS = /\blong\b|\blast|\bopen\b|(?<!\p{L})(?:dài|kéo dài|khoảng thời gian|mở cửa)(?!\p{L})/iu;
const MINUTES_IN: Readonly<Record<string, string>> = { hour: '60', minute: '1' };

/** How long something lasts, from one time of day to another. */
export const timeSpan: Rule = ({ question, language, statements }, unit) => {
  if (!LASTS.test(question) || unit === null || !(unit in MINUTES_IN)) return null;
  const span = nearest(question, statements, language, ({ figures }) => clocksIn(figures).length >= 2);
  const [from, to] = clocksIn(span?.figures ?? []);
  if (!from || !to) return null;
  const minutes = `(${to.id} - ${from.id})`;
  return { expression: unit === 'hour' ? `${minutes} / 60` : minutes, unit, used: [from, to] };
};

function clocksIn(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ unit }) => unit === 'clock');
}
