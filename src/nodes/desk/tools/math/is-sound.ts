import { isOfAnotherCase, labelsIn } from '../../conflicts/different-cases.ts';
import { leavesOut } from './leaves-out.ts';
import { measuresUnit } from './measures-unit.ts';
import { isOnTopic } from './on-topic.ts';
import { EACH, REST } from './question-cues.ts';
import type { Problem, Value } from './resolve-name.ts';

const STILL =
  /(?<!\p{L})còn (?:tối đa|được)(?!\p{L})|\b(?:days|hours|points|pages|much|many|is|are|what's) left\b/iu;

/** Whether a sum can be the answer: it takes account of what the question names, counts and wants taken away. */
export function isSound({ expression, unit, used }: Value, problem: Problem): boolean {
  const { question, given, statements } = problem;
  if (!measuresUnit(expression, unit, used, question)) return false;
  // What is left of something was taken from it.
  if ((REST.test(question) || STILL.test(question)) && !expression.includes('-')) return false;
  const sentences = new Set(used.map(({ sentence }) => sentence));
  const rests = statements.filter(({ text }) => sentences.has(text));
  // A number that is neither used, nor a condition of a rule that is, nor how many rules are, would have to count for something.
  const isOpen = given.some(
    (figure) =>
      !(figure.unit === '' && (figure.value === 1 || figure.value === rests.length)) &&
      !used.some(({ id }) => id === figure.id) &&
      !rests.some(({ figures }) =>
        figures.some(({ value, unit: of }) => value === figure.value && of === figure.unit),
      ),
  );
  if (isOpen) return false;
  // What holds for another case than the one asked about is no part of the answer.
  if (rests.some(({ text, isFormula }) => !isFormula && isOfAnotherCase(text, question))) return false;
  // How often something was multiplies only what is told for each time.
  const counts = used.some(({ passage_id, unit: of }) => passage_id === null && of === 'time');
  if (counts && unit === 'point' && !rests.some(({ text }) => EACH.test(text))) return false;
  if (!isOnTopic(rests, problem) || leavesOut(rests, problem)) return false;
  // Grade 3 is not calculated with what is said of something else.
  const named = [...labelsIn(question)];
  return (
    named.length === 0 ||
    rests.length === 0 ||
    rests.some(({ text }) => named.some((label) => labelsIn(text).has(label)))
  );
}
