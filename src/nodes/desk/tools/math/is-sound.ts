import { labelsIn } from '../../conflicts/different-cases.ts';
import { REST } from './question-cues.ts';
import type { Problem, Value } from './resolve-name.ts';

/** Whether a sum can be the answer: it takes account of what the question names, counts and wants taken away. */
export function isSound({ expression, used }: Value, { question, given, statements }: Problem): boolean {
  // What is left of something was taken from it.
  if ((REST.test(question) || STILL.test(question)) && !expression.includes('-')) return false;
  const sentences = new Set(used.map(({ sentence }) => sentence));
  const rests = statements.filter(({ text }) => sentences.has(text));
  // A count that is neither used nor a condition of a rule that is would have to count for something.
  const isOpen = given.some(
    (figure) =>
      COUNTED.has(figure.unit) &&
      !used.some(({ id }) => id === figure.id) &&
      !rests.some(({ figures }) =>
        figures.some(({ value, unit }) => value === figure.value && unit === figure.unit),
      ),
  );
  if (isOpen) return false;
  // Grade 3 is not calculated with what is said of something else.
  const named = [...labelsIn(question)];
  return (
    named.length === 0 ||
    rests.length === 0 ||
    rests.some(({ text }) => named.some((label) => labelsIn(text).has(label)))
  );
}

const STILL = /(?<!\p{L})còn (?:tối đa|được)(?!\p{L})|\bleft\b/iu;
const COUNTED = new Set(['VND', 'day', 'week', 'month', 'hour', 'night']);
