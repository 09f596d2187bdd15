import type { Problem } from './resolve-name.ts';
import { closeness, type Statement, termsOf } from './statement.ts';

/** Share of what a rule says that the question must speak of: below it the rule is about something else. */
const ON_TOPIC_FROM = 0.2;

/** Whether a calculation rests on a rule that the question is about, rather than on one that only has a fitting number. */
export function isOnTopic(rests: readonly Statement[], { question, language, statements }: Problem): boolean {
  const asked = termsOf(question, language);
  const rules = rests.filter(({ isFormula }) => !isFormula);
  if (rules.length === 0) return true;
  return rules.some((rule) => {
    const whole = closeness(rule.terms, rule, statements);
    return whole > 0 && closeness(asked, rule, statements) / whole >= ON_TOPIC_FROM;
  });
}
