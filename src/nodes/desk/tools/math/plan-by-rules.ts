import { type CalculationPlan, NO_CALCULATION } from './figure.ts';
import type { PlanInput } from './plan-calculation.task.ts';

export function planByRules(_input: PlanInput): CalculationPlan {
  return NO_CALCULATION;
}
