import { converts, periodIn } from './convert-unit.ts';
import type { Figure } from './figure.ts';
import { EACH, EXTRA } from './question-cues.ts';
import { type Problem, shareIn, wordsAround } from './resolve-name.ts';
import { closeness, type Statement, wordsOf } from './statement.ts';
import { AFTER_SUPPORT, SUPPORT } from './support-cues.ts';

const CONTEXT_SHARE = 0.4;
/** A rate for each of what is counted is the likelier one: nights at so much a night. */
const RATED_BONUS = 1.5;

/** The statement a part of the question is priced by; what stands around the part counts less. */
export function closestFor(
  terms: ReadonlySet<string>,
  context: ReadonlySet<string>,
  problem: Problem,
  unit: string | null,
  counts: readonly Figure[] = [],
): Statement | null {
  const { question, statements } = problem;
  let best: Statement | null = null;
  let bestScore = 0;
  for (const candidate of statements) {
    const fits = candidate.figures.some((figure) => fitsUnit(figure.unit, unit));
    if (!fits || (AFTER_SUPPORT.test(question) && SUPPORT.test(candidate.text))) continue;
    if (isAskersOwn(candidate, problem) || isMereExtra(candidate, problem)) continue;
    const own = closeness(terms, candidate, statements);
    const near = own + CONTEXT_SHARE * closeness(context, candidate, statements);
    const score = near * (counts.some((count) => isRatedBy(candidate, count)) ? RATED_BONUS : 1);
    const isRated = score > near;
    if ((own > 0 || isRated) && score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

function fitsUnit(of: string, unit: string | null): boolean {
  if (unit === null) return of !== '';
  return of === unit || of === '%' || converts(of, unit) || (unit === 'point' && of === '');
}

/** States what the asker said of themselves: their own figure holds. */
function isAskersOwn({ text, figures }: Statement, { question, given, language }: Problem): boolean {
  return given.some((figure) => {
    if (figure.unit !== 'VND' || figures.length !== 1 || figures[0]?.unit !== 'VND') return false;
    const name = wordsOf(wordsAround(question, figure).replace(figure.text, ''), language);
    const said = wordsOf(text, language);
    return (
      name.size > 1 && [...name].filter((word) => said.has(word)).length >= 2 && shareIn(name, said) >= 0.66
    );
  });
}

/** More of something for each of something else: no answer where that is not counted. */
function isMereExtra({ text, figures }: Statement, { question, given }: Problem): boolean {
  if (!EXTRA.test(text) || !EACH.test(text) || EXTRA.test(question)) return false;
  return !given.some((count) =>
    figures.some((figure) => figure.unit === count.unit && figures.length > 1 && figure.unit !== 'day'),
  );
}

/** A rate for one of what is counted: so much a night. */
export function isRatedBy({ text }: Statement, { unit }: Figure): boolean {
  if (unit === 'night') return /(?<!\p{L})(?:(?:một|mỗi) đêm|(?:per|a|each) night)(?!\p{L})/iu.test(text);
  return unit !== '' && periodIn(text) === unit;
}
