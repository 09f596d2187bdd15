import type { Principal } from '../../domain/access.ts';
import type { Language } from '../../domain/language.ts';
import type { Chart } from '../chart.port.ts';
import type { Calculation } from './calculation.port.ts';
import { CALCULATORS, inputsOf } from './calculators.ts';
import { chartReader } from './read-charted.ts';
import type { SaidInputs } from './read-said.ts';
import { runCalculator } from './run-calculator.ts';

/** The calculators over the charts that someone may read; without a patient, over what is given alone. */
export function createCalculators(chart: Pick<Chart, 'parts'>, clock: () => number) {
  return {
    list: [...CALCULATORS.values()].map((calculator) => ({
      id: calculator.id,
      inputs: inputsOf(calculator),
    })),

    async run(asked: {
      calculators: readonly string[];
      inputs: SaidInputs;
      patientId: string | null;
      principal: Principal;
      language: Language;
    }): Promise<Calculation[] | null> {
      const { calculators, inputs: said, patientId, principal, language } = asked;
      const parts = patientId === null ? null : await chart.parts(principal, patientId);
      if (patientId !== null && parts === null) return null;
      const now = clock();
      const charted = parts && chartReader(parts, now);
      return calculators.flatMap((id) => {
        const calculator = CALCULATORS.get(id);
        return calculator === undefined ? [] : [runCalculator(calculator, { said, charted, now, language })];
      });
    },
  };
}
