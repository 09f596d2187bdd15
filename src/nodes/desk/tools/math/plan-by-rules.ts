import { askedUnit } from './asked-unit.ts';
import { countedNoun, countsNoun } from './counted-noun.ts';
import { namesSpecialCaseBeyond } from './different-cases.ts';
import { type CalculationPlan, type Figure, NO_CALCULATION } from './figure.ts';
import { isSound } from './is-sound.ts';
import type { PlanInput } from './plan-calculation.task.ts';
import { readFormulas } from './read-formulas.ts';
import type { Problem } from './resolve-name.ts';
import { amountsTogether } from './rules/amounts-together.ts';
import { betweenVersions } from './rules/between-versions.ts';
import { byFormula } from './rules/by-formula.ts';
import { chainedRates } from './rules/chained-rates.ts';
import { changeBetween } from './rules/change-between.ts';
import { countedItems } from './rules/counted-items.ts';
import { difference } from './rules/difference.ts';
import { eachAtItsRate } from './rules/each-at-its-rate.ts';
import { howManyFor } from './rules/how-many-for.ts';
import { leftAfterDeductions } from './rules/left-after-deductions.ts';
import { leftOfGiven } from './rules/left-of-given.ts';
import { ratio } from './rules/ratio.ts';
import type { Rule } from './rules/rule.ts';
import { shareOfAnother } from './rules/share-of-another.ts';
import { shareOfWhole } from './rules/share-of-whole.ts';
import { sharedOut } from './rules/shared-out.ts';
import { sumOfNamed } from './rules/sum-of-named.ts';
import { sumOfRates } from './rules/sum-of-rates.ts';
import { timeSpan } from './rules/time-span.ts';
import { timesEach } from './rules/times-each.ts';
import { timesInPeriod } from './rules/times-in-period.ts';
import { withExtension } from './rules/with-extension.ts';
import { withExtras } from './rules/with-extras.ts';
import { readStatements } from './statement.ts';

/** The kinds of question, those that are told by the plainest words first. */
const RULES: readonly Rule[] = [
  leftOfGiven,
  leftAfterDeductions,
  howManyFor,
  sharedOut,
  ratio,
  timesInPeriod,
  betweenVersions,
  changeBetween,
  sumOfNamed,
  withExtension,
  shareOfAnother,
  timesEach,
  eachAtItsRate,
  amountsTogether,
  timeSpan,
  shareOfWhole,
  difference,
  byFormula,
  sumOfRates,
  chainedRates,
  withExtras,
  countedItems,
];

/** Lays out a calculation by the documents' own formulas and rates and by what the question counts. */
export function planByRules(input: PlanInput): CalculationPlan {
  return layOut(input).plan;
}

/** What a document's formula names and nothing gives a value for: without it a sum would be another's. */
export function missingOperands(input: PlanInput): string[] {
  return layOut(input).missing;
}

/** What is said twice counts once: "4 people …, all 4 of them". */
function onceEach(given: readonly Figure[], question: string): Figure[] {
  return given.filter(
    (figure, i) =>
      !given
        .slice(0, i)
        .some(
          (other) =>
            other.value === figure.value &&
            other.unit === figure.unit &&
            (other.sentence !== figure.sentence || ALL_OF_THEM.test(question.slice(0, figure.start))),
        ),
  );
}

const ALL_OF_THEM = /(?<!\p{L})(?:cả|tất cả|all|both|these|those) $/iu;

function layOut({ question, language, figures, statements }: PlanInput): {
  plan: CalculationPlan;
  missing: string[];
} {
  const asked = askedUnit(question);
  const noun = asked === null ? countedNoun(question) : null;
  const measured = figures.map((figure) =>
    noun !== null && countsNoun(figure, noun) ? { ...figure, unit: noun } : figure,
  );
  // What holds for a special case only is no answer to one who is no such case.
  const usable = statements.filter((text) => !namesSpecialCaseBeyond(text, question));
  const read = readStatements(usable, measured, language);
  const given = onceEach(
    measured.filter(({ passage_id }) => passage_id === null),
    question,
  );
  const missing: string[] = [];
  const problem: Problem = {
    question,
    language,
    given,
    statements: read,
    formulas: readFormulas(read),
    missing,
  };
  const unit = asked ?? (measured.some((figure) => figure.unit === noun) ? noun : null);
  for (const rule of RULES) {
    const found = rule(problem, unit);
    if (found && !isSound(found, problem)) return { plan: NO_CALCULATION, missing: [] };
    if (found) {
      const { expression, unit: of, compare_with = null } = found;
      return { plan: { expression, unit: of, compare_with }, missing: [] };
    }
    // What the first rule that applies lacks is not made up by another.
    if (missing.length > 0) return { plan: NO_CALCULATION, missing: [...new Set(missing)] };
  }
  return { plan: NO_CALCULATION, missing: [] };
}
