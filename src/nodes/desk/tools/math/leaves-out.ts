import { type Problem, shareIn } from './resolve-name.ts';
import { type Statement, wordsOf } from './statement.ts';

/** Share of words that two rules of one kind have in common: the rate for a weekday and that for a holiday. */
const ALIKE_FROM = 0.5;
const SPOKEN_OF_FROM = 0.6;
/** What is not to be counted in: "without meals", "không tính tiền ăn". */
const EXCEPT =
  /(?<!\p{L})(?:không (?:tính|kể|gồm|bao gồm)|chưa (?:tính|kể|gồm)|ngoài|trừ)(?!\p{L})[^,.;?]{0,60}|\b(?:without|excluding|not counting|not including|leaving out|apart from|except)\b[^,.;?]{0,60}|\bleaving [^,.;?]{0,40} out\b/giu;
/** Who the asker says they are not. */
const DENIED =
  /(?<=(?<!\p{L})(?:không (?:thuộc|phải|làm việc ở|làm việc trong|ở)|chưa (?:có|từng)) (?:diện |nhóm |là )?)[^,.;?]{3,40}|(?<=\b(?:am|is|are|was|'m|do|does|have|has) ?(?:not|n't|never) (?:work(?:ing)? )?(?:in |on |an? |the )?)[^,.;?]{3,40}/giu;
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
  if (isAskedElsewhere() || isSpokenOfMore()) return true;
  const denied = wordsOf((question.match(DENIED) ?? []).join(' '), language);
  if (denied.size > 0 && rests.some(({ text }) => shareIn(denied, wordsOf(text, language)) >= 0.5))
    return true;
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

  /** Another rule with a number is nearly all in the question, more than any that was used. */
  function isSpokenOfMore(): boolean {
    const shareOf = ({ text }: Statement) =>
      shareIn(wordsOf(text.replace(/\d[\d.,]*/gu, ' '), language), asked);
    // Where several rules are put together, or one says how, each has its part.
    if (rests.length > 1 || rests.some(({ isFormula }) => isFormula)) return false;
    const most = Math.max(0, ...rests.map(shareOf));
    const isCondition = ({ figures }: Statement) =>
      figures.some(({ value, unit }) => given.some((one) => one.value === value && one.unit === unit));
    return statements.some(
      (other) =>
        !rests.includes(other) &&
        !isCondition(other) &&
        !other.isFormula &&
        other.figures.length > 0 &&
        shareOf(other) >= SPOKEN_OF_FROM &&
        shareOf(other) > most,
    );
  }

  /** The very thing asked for, "what deposit", stands in another rule. */
  function isAskedElsewhere(): boolean {
    const noun = wordsOf(/\b(?:what|which) (\p{L}{4,}) /iu.exec(question)?.[1] ?? '', language);
    const says = ({ text }: Statement) => noun.size > 0 && shareIn(noun, wordsOf(text, language)) >= 0.99;
    return (
      rests.length > 0 &&
      !rests.some(says) &&
      statements.some((other) => other.figures.length > 0 && says(other))
    );
  }
}
