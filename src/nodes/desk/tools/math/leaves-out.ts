import { type Problem, shareIn } from './resolve-name.ts';
import { type Statement, wordsOf } from './statement.ts';

/** Share of words that two rules of one kind have in common: the rate for a weekday and that for a holiday. */
const ALIKE_FROM = 0.5;
/** What is not to be counted in: "without meals", "không tính tiền ăn". */
const EXCEPT =
  /(?<!\p{L})(?:không (?:tính|kể|gồm|bao gồm)|chưa (?:tính|kể|gồm)|ngoài|trừ)(?!\p{L})[^,.;?]{0,60}|\b(?:without|excluding|not counting|not including|leaving out|apart from|except)\b[^,.;?]{0,60}|\bleaving [^,.;?]{0,40} out\b/giu;
/** What a rule on nearly everything says: no word of it tells two apart. */
const FIRST_ONLY = /(?<!\p{L})lần đầu(?: tiên)?(?!\p{L})|\bfirst (?:time|card|copy|replacement)\b/iu;

/**
 * Whether a rule is left out that the question names too: of two that are alike but for a few words, the one whose words it
 * also says, and of one that holds the first time only, that for the others.
 */
export function leavesOut(
  rests: readonly Statement[],
  { question, language, statements, given }: Problem,
): boolean {
  const asked = wordsOf(question.replace(EXCEPT, ' '), language);
  const isSeveral = given.some(({ value, unit }) => value > 1 && (unit === 'time' || unit === ''));
  if (isSeveral && rests.length === 1 && rests.some(({ text }) => FIRST_ONLY.test(text))) return true;
  return rests.some((rule) => {
    const said = wordsOf(rule.text, language);
    return statements.some((other) => {
      if (rests.includes(other) || other.isFormula || rule.isFormula) return false;
      if (!other.figures.some(({ unit }) => rule.figures.some((one) => one.unit === unit))) return false;
      const words = wordsOf(other.text, language);
      const apart = new Set([...words].filter((word) => !said.has(word) && !/^\d/u.test(word)));
      return apart.size > 0 && shareIn(said, words) >= ALIKE_FROM && shareIn(apart, asked) >= 0.99;
    });
  });
}
