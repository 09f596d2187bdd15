import { UNITS } from '../../quantities/units.ts';
import { type Problem, shareIn, wordsAround } from './resolve-name.ts';
import { type Statement, wordsOf } from './statement.ts';

/** Share of a rule's words that the question must say: below it the rule is about something else. */
const ON_TOPIC_FROM = 0.25;

/** Whether a calculation rests on a rule that the question is about, rather than on one that only has a fitting number. */
export function isOnTopic(rests: readonly Statement[], { question, language, given }: Problem): boolean {
  const rules = rests.filter(({ isFormula }) => !isFormula);
  if (rules.length === 0) return true;
  // What an amount is called says what is reckoned with, not what is asked for: every rule on pay speaks of a salary.
  const names = given.filter(({ unit }) => unit === 'VND').map((figure) => wordsAround(question, figure));
  const about = names.reduce((text, name) => text.replace(name, ' '), question);
  const asked = wordsOf(about, language);
  return rules.some(({ text }) => shareIn(tellingWords(text), asked) >= ON_TOPIC_FROM);

  /** In what something is measured tells nothing of what it is. */
  function tellingWords(text: string): Set<string> {
    return new Set([...wordsOf(text, language)].filter((word) => !(word in UNITS)));
  }
}
