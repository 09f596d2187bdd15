import { ACUTE_SCORES } from './acute-scores.ts';
import { BODY } from './body.ts';
import type { Calculator } from './calculator.ts';
import { formsOf, type InputId } from './calculator-inputs.ts';
import { CIRCULATION } from './circulation.ts';
import { CLOTS_AND_LUNGS } from './clots-and-lungs.ts';
import { KIDNEY } from './kidney.ts';
import { LIVER_AND_SALTS } from './liver-and-salts.ts';

/** All calculators by their ids. */
export const CALCULATORS: ReadonlyMap<string, Calculator> = new Map(
  [...KIDNEY, ...CIRCULATION, ...CLOTS_AND_LUNGS, ...ACUTE_SCORES, ...LIVER_AND_SALTS, ...BODY].map(
    (calculator) => [calculator.id, calculator],
  ),
);

/** Every input that a calculator may take, with the other forms of it, and what decides whether it holds at all. */
export function inputsOf(calculator: Calculator | undefined): InputId[] {
  if (calculator === undefined) return [];
  const { asks, absent, may, fromAge, notInPregnancy } = calculator;
  const limits: InputId[] = [
    ...(fromAge > 0 ? (['age'] as const) : []),
    ...(notInPregnancy ? (['pregnant'] as const) : []),
  ];
  return [...new Set([...asks, ...absent, ...may, ...limits])].flatMap(formsOf);
}
