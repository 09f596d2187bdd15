import { bracketed } from '../convert-unit.ts';
import { LIMIT } from '../question-cues.ts';
import type { Rule } from './rule.ts';
import { valuesOfSides } from './sides-of.ts';

const MORE_THAN =
  /(?<!\p{L})(?:cao|nhiều|lớn|dài|đắt|thấp|ít|rẻ|lâu|xa|nặng|nhanh|chậm|sớm|muộn|ngắn|nhỏ) hơn(?!\p{L})|\b(?:higher|more|larger|bigger|longer|later|dearer|costlier|greater|cheaper|less|fewer|lower|shorter|smaller|sooner|earlier|faster)\b(?=.*\bthan\b)/iu;
const LESS =
  /(?<!\p{L})(?:thấp|ít|rẻ|nhanh|sớm|ngắn|nhỏ) hơn(?!\p{L})|\b(?:cheaper|less|fewer|lower|shorter|smaller|sooner|earlier|faster)\b(?=.*\bthan\b)/iu;
/** "The difference between A and B". */
const BETWEEN =
  /(?:\bdifference between|chênh lệch giữa) (.+?) (?:and|và|với) (.+?)(?= on | with |,| là |\?|$)/iu;
/** "From A to B it rises by". */
const STEP =
  /(?<!\p{L})(?:từ|from) (.+?) (?:lên|sang|to) (.+?),? (?:thì |does |will )?(?:tăng|chênh|rise|increase|go up|gain)/iu;
const PERCENT_MORE = /by what percent|how many per ?cent|bao nhiêu phần trăm/iu;

/** How much more, or less, one thing is than another. */
export const difference: Rule = (problem, unit) => {
  const { question } = problem;
  const sides = LIMIT.test(question) ? null : sidesIn(question);
  if (!sides) return null;
  const isPercent = PERCENT_MORE.test(question);
  const values = valuesOfSides(sides, problem, isPercent ? null : unit);
  if (!values) return null;
  const [a, b] = LESS.test(question) ? [values[1], values[0]] : values;
  const used = [...a.used, ...b.used];
  if (isPercent && /\bthan\b|(?<!\p{L})hơn(?!\p{L})/iu.test(question))
    return { expression: `(${a.expression} - ${b.expression}) / ${b.expression}`, unit: '%', used };
  return {
    expression: `${bracketed(a.expression)} - ${bracketed(b.expression)}`,
    unit: unit ?? a.unit,
    used,
  };
};

function sidesIn(question: string): [string, string] | null {
  const between = BETWEEN.exec(question);
  if (between) return [between[1] ?? '', between[2] ?? ''];
  const step = STEP.exec(question);
  if (step) return [step[2] ?? '', step[1] ?? ''];
  if (!MORE_THAN.test(question)) return null;
  const [before = '', after = ''] = question.split(MORE_THAN);
  if (!/\bthan\b/iu.test(after)) return [before, after];
  // "How much higher is A than B", "By how much is A higher than B", "A cao hơn B bao nhiêu".
  const [middle = '', end = ''] = after.split(/\bthan\b/iu);
  return [/\p{L}/u.test(middle.replace(/\b(?:is|are)\b/iu, '')) ? middle : before, end];
}
