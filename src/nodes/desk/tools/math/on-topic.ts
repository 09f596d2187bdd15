import { labelsIn } from '../../conflicts/read-labels.ts';
import { UNITS } from '../../quantities/units.ts';
import type { Problem } from './resolve-name.ts';
import { type Statement, wordsOf } from './statement.ts';

/** Share of a rule's words that the question must say: below it the rule is about something else. */
const ON_TOPIC_FROM = 0.25;
const PAY = /(?<!\p{L})(?:lương cơ bản|mức lương|base salary|monthly base|base|salary)(?!\p{L})/giu;
const OF_ANY_RULE = new Set(['employe', 'employee', 'staff', 'hospit', 'nhân', 'viên', 'bệnh', 'viện']);
const BY_ONE_WORD_FROM = 0.5;

/** Whether a calculation rests on a rule that the question is about, rather than on one that only has a fitting number. */
export function isOnTopic(
  rests: readonly Statement[],
  /** The rule has to be the answer itself: one figure in another unit. */
  isStrict: boolean,
  { question, language, given, statements }: Problem,
): boolean {
  if (rests.every(({ isFormula }) => isFormula)) return true;
  // Every rule on pay speaks of a salary: the asker's own says what is reckoned with, not what is asked for.
  const hasPay = given.some(({ unit }) => unit === 'VND');
  const asked = wordsOf(hasPay ? question.replace(PAY, ' ') : question, language);
  const named = labelsIn(question);
  return rests.some(({ text }) => {
    if ([...labelsIn(text)].some((label) => named.has(label))) return true;
    const told = tellingWords(text);
    const shared = [...told].filter((word) => asked.has(word));
    // One word in common may be there by chance, unless no other rule has it.
    const isTelling = shared.length > 1 || shared.some(isOnlyOf);
    return shared.length / told.size >= (isTelling && !isStrict ? ON_TOPIC_FROM : BY_ONE_WORD_FROM);
  });

  function isOnlyOf(word: string): boolean {
    return statements.filter(({ text }) => wordsOf(text, language).has(word)).length === 1;
  }

  /** In what something is measured, and that it is a rule of the house, tells nothing of what it is. */
  function tellingWords(text: string): Set<string> {
    return new Set([...wordsOf(text, language)].filter((word) => !(word in UNITS) && !OF_ANY_RULE.has(word)));
  }
}
