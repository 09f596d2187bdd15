import { periodIn } from '../convert-unit.ts';
import type { Figure } from '../figure.ts';
import type { Value } from '../resolve-name.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

const ASKED = /(?:bao nhiêu|mấy) lần|how many times/iu;
const INTERVAL = /(?<!\p{L})(?:every|cứ|mỗi) \d|\d (?:giờ|ngày|tuần|tháng) một lần/iu;
/** How many of one stretch of time another has. */
const UNITS_IN: Readonly<Record<string, string>> = {
  'minute hour': '60',
  'hour day': '24',
  'hour week': '24 * 7',
  'day week': '7',
  'month year': '12',
  'month quarter': '3',
  'quarter year': '4',
  'day year': '365',
};

/** How often something happens in a longer time than the rule speaks of: every 4 hours, so 6 times a day. */
export const timesInPeriod: Rule = ({ question, language, statements, given }) => {
  const [stretch, other] = given;
  if (ASKED.test(question) && stretch && !other) return inStretch(stretch);
  const period = periodIn(question);
  if (!ASKED.test(question) || period === null || given.length > 0) return null;
  const rule = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => INTERVAL.test(text) || (figures.length === 1 && figures[0]?.unit === 'time'),
  );
  const figure = rule?.figures.find(({ unit }) => unit !== 'time') ?? rule?.figures[0];
  if (!rule || !figure) return null;
  if (figure.unit === 'time') {
    const many = UNITS_IN[`${periodIn(rule.text)} ${period}`];
    return many ? { expression: `${figure.id} * ${many}`, unit: 'time', used: [figure] } : null;
  }
  const many = UNITS_IN[`${figure.unit} ${period}`];
  return many ? { expression: `${many} / ${figure.id}`, unit: 'time', used: [figure] } : null;

  /** In so many days of the asker's. */
  function inStretch(whole: Figure): Value | null {
    const each = nearest(
      question,
      statements,
      language,
      ({ text, figures }) => INTERVAL.test(text) && figures.some(({ unit }) => unit === whole.unit),
    )?.figures.find(({ unit }) => unit === whole.unit);
    return each ? { expression: `${whole.id} / ${each.id}`, unit: 'time', used: [whole, each] } : null;
  }
};
