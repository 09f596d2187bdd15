import { labelsIn } from '../../conflicts/read-labels.ts';
import { periodIn } from './convert-unit.ts';
import { isOfAnotherCase } from './different-cases.ts';
import { leavesOut } from './leaves-out.ts';
import { measuresUnit } from './measures-unit.ts';
import { isOnTopic } from './on-topic.ts';
import { EACH, LIMIT, PRO_RATA, REST, SUMMED } from './question-cues.ts';
import type { Problem, Value } from './resolve-name.ts';
import type { Statement } from './statement.ts';
import { SUPPORT } from './support-cues.ts';

const STILL =
  /(?<!\p{L})còn (?:tối đa|được)(?!\p{L})|\b(?:days|hours|points|pages|much|many|is|are|what's) left\b/iu;
const TOLD_FOR_EACH = new Set(['minute', 'hour', 'day', 'month']);
const AT_MOST = /(?<!\p{L})(?:tối đa|không quá)(?!\p{L})|\b(?:maximum|at most|up to|not exceed)\b/iu;
/** A figure that budgets are made with is nobody's own pay. */
const REFERENCE = /(?<!\p{L})tham chiếu(?!\p{L})|\breference\b/iu;
const OF_ONESELF =
  /(?<!\p{L})(?:I|I'm|I've|my|me|mine|our|we|tôi|em|mình|chúng tôi|của chị|của anh)(?!\p{L})/iu;

/** Whether a sum can be the answer: it takes account of what the question names, counts and wants taken away. */
export function isSound(value: Value, problem: Problem): boolean {
  const { expression, unit, used } = value;
  const { question, given, statements } = problem;
  if (!measuresUnit(expression, unit, used, question)) return false;
  // What is left of something was taken from it; a part of the year is a part.
  if ((REST.test(question) || STILL.test(question)) && !expression.includes('-')) return false;
  const hasMonths = given.some((figure) => figure.unit === 'month');
  if (hasMonths && PRO_RATA.test(question) && !expression.includes('/')) return false;
  if (SUMMED.test(question) && !expression.includes('+')) return false;
  const sentences = new Set(used.map(({ sentence }) => sentence));
  const rests = statements.filter(({ text }) => sentences.has(text));
  // A number that is neither used, nor a condition of a rule that is, nor how many rules are, would have to count for something.
  const isOpen = given.some(
    (figure) =>
      !(figure.unit === '' && (figure.value === 1 || figure.value === rests.length)) &&
      !used.some(({ id }) => id === figure.id) &&
      !rests.some(({ figures }) =>
        figures.some(({ value: of, unit: measured }) => of === figure.value && measured === figure.unit),
      ),
  );
  if (isOpen || !countsFit(value, rests, problem)) return false;
  // What holds for another case than the one asked about is no part of the answer.
  if (rests.some(({ text, isFormula }) => !isFormula && isOfAnotherCase(text, question))) return false;
  // What the house adds is no price.
  if (rests.some(({ text }) => SUPPORT.test(text)) && !SUPPORT.test(question)) return false;
  if (rests.some(({ text }) => REFERENCE.test(text)) && OF_ONESELF.test(question)) return false;
  if (!isOnTopic(rests, used.length === 1 && unit !== 'time', problem) || leavesOut(rests, problem))
    return false;
  // Grade 3 is not calculated with what is said of something else.
  const named = [...labelsIn(question)];
  return (
    named.length === 0 ||
    rests.length === 0 ||
    rests.some(({ text }) => named.some((label) => labelsIn(text).has(label)))
  );
}

/** Whether what is counted multiplies what is told for one of it, and no ceiling, no formula's own number and no other period. */
function countsFit(
  { expression, unit, used }: Value,
  rests: readonly Statement[],
  { question }: Problem,
): boolean {
  const own = used.filter(({ passage_id }) => passage_id === null);
  const counts = own.filter(({ unit: of }) => of === 'time' || of === '');
  const multiplies = counts.length > 0 && expression.includes('*');
  const told = rests.map(({ text }) => text);
  const isForEach = rests.some(
    ({ text, isFormula }) => isFormula || EACH.test(text) || periodIn(text) !== null,
  );
  if (multiplies && TOLD_FOR_EACH.has(unit) && !isForEach) return false;
  if (multiplies && unit === 'point' && !told.some((text) => EACH.test(text) && !AT_MOST.test(text)))
    return false;
  // A number that stands for itself, "my total was 78", counts nothing.
  if (multiplies && counts.some(({ unit: of, end }) => of === '' && !/^[ -]\p{L}/u.test(question.slice(end))))
    return false;
  // What is measured as the answer is can be added to it or taken from it, not multiplied.
  if (
    own.some(
      ({ id, unit: of }) =>
        of === unit && of !== 'VND' && new RegExp(`${id} \\* n|n\\d+ \\* ${id}(?!\\d)`, 'u').test(expression),
    )
  )
    return false;
  // Three friends of whom two stayed are not six.
  const plain = counts.filter(({ unit: of }) => of === '');
  if (plain.length > 1 && !expression.includes('+') && !EACH.test(question)) return false;
  if (
    own.length > 0 &&
    expression.includes('*') &&
    told.some((text) => LIMIT.test(text)) &&
    !LIMIT.test(question)
  )
    return false;
  // What a formula divides by is no amount of its own.
  if (unit !== 'VND' && rests.length > 0 && rests.every(({ isFormula }) => isFormula)) return false;
  const period = unit === 'VND' ? null : periodIn(question);
  const other = told.map(periodIn).find((one) => one !== null && one !== period);
  const isStretched = own.some(({ unit: of }) => of !== '' && of !== 'time' && of !== 'VND');
  return !(multiplies && period !== null && other && !isStretched && !/[*/] \d/u.test(expression));
}
