import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BANDS } from '../../../texts/calculator-bands.ts';
import { FIGURE_NAMES } from '../../../texts/calculator-inputs.ts';
import { CALCULATOR_LIMITS, CALCULATOR_NAMES } from '../../../texts/calculators.ts';
import type { Values } from './calculator-inputs.ts';
import { CALCULATORS } from './calculators.ts';
import { interpret, type SaidInputs } from './read-said.ts';
import { runCalculator } from './run-calculator.ts';

/** The day on which pregnancies are counted in the cases. */
const NOW = Date.parse('2026-11-18T12:00:00Z');
const TODAY = '2026-11-18';

const Case = z.object({
  inputs: z.record(z.string(), z.string()),
  figures: z.array(z.union([z.number(), z.string()])).optional(),
  bands: z.array(z.string()).optional(),
  refused: z.boolean().optional(),
  /** Where it is published; the others were worked out for this file. */
  from: z.string().optional(),
});
const path = new URL('testing/worked-cases.json', import.meta.url);
const worked = z
  .array(z.object({ calculator: z.string(), how: z.string(), cases: z.array(Case).min(10) }))
  .parse(JSON.parse(readFileSync(path, 'utf8')));

describe('every calculator', () => {
  it('has at least ten cases, worked apart from the code', () => {
    expect(worked.map(({ calculator }) => calculator).sort()).toEqual([...CALCULATORS.keys()].sort());
  });

  it('has its texts, and a text for every figure and band of the cases', () => {
    for (const { calculator, cases } of worked) {
      expect(CALCULATOR_NAMES).toHaveProperty([calculator]);
      expect(CALCULATOR_LIMITS).toHaveProperty([calculator]);
      for (const one of cases) {
        const { figures, lines } = runOn(calculator, one.inputs);
        for (const { name } of figures) expect(FIGURE_NAMES).toHaveProperty([name]);
        for (const band of one.bands ?? []) expect(BANDS).toHaveProperty([calculator, band]);
        expect(lines.join('\n')).not.toMatch(/undefined|NaN|\{\w+\}/u);
      }
    }
  });
});

describe.each(worked)('$calculator', ({ calculator, cases }) => {
  it.each(cases)('$inputs', ({ inputs, figures, bands, refused }) => {
    const result = runOn(calculator, inputs);
    if (refused) {
      expect(result.status).toBe('refused');
      return;
    }
    expect(result.figures.map(({ value }) => value)).toEqual(figures);
    if (bands) expect(bandsOf(calculator, inputs)).toEqual(bands);
  });
});

function calculatorOf(id: string) {
  const calculator = CALCULATORS.get(id);
  if (calculator === undefined) throw new Error(`there is no calculator ${id}`);
  return calculator;
}

function runOn(id: string, inputs: SaidInputs) {
  return runCalculator(calculatorOf(id), { said: inputs, charted: null, now: NOW, language: 'en' });
}

/** The keys of the bands, which the answer gives in words. */
function bandsOf(id: string, inputs: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(inputs).map(([input, told]) => {
    const form = input as keyof Values;
    return [input === 'bun' ? 'urea' : input, interpret(form, told, TODAY).value];
  });
  const computed = calculatorOf(id).compute(Object.fromEntries(values), TODAY);
  return 'bands' in computed ? computed.bands : [];
}
