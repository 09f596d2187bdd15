import { z } from 'zod';
import { CALCULATE_ABOUT, unknownInputs } from '../../../texts/calculators.ts';
import { CHART_TITLE } from '../../../texts/clinic.ts';
import { NO_PATIENT_HERE } from '../../../texts/tools.ts';
import { Calculation } from '../../chart/calculators/calculation.port.ts';
import { mayUseCharts, type Principal } from '../../domain/access.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { defineTool, notFound } from '../define-tool.ts';
import { citing, makeCitable } from '../make-citable.ts';
import { INPUTS_MISSING } from '../tools.port.ts';

const MOST_AT_ONCE = 3;

/** The calculators, as the tool uses them. */
export interface Calculators {
  /** Ids, each with the inputs that it takes. */
  list: readonly { id: string; inputs: readonly string[] }[];
  /** Null when there is no such patient. */
  run(asked: {
    calculators: readonly string[];
    inputs: Readonly<Record<string, string>>;
    patientId: string | null;
    principal: Principal;
    language: Language;
  }): Promise<Calculation[] | null>;
}

export function calculate(calculators: Calculators, clock: () => number) {
  const known = calculators.list.map(({ id, inputs }) => `${id} (${inputs.join(', ')})`);
  return defineTool({
    name: 'calculate',
    description: CALCULATE_ABOUT,
    isWrite: false,
    mayUse: mayUseCharts,
    input: z.object({
      calculators: z
        .array(z.enum(calculators.list.map(({ id }) => id)))
        .min(1)
        .max(MOST_AT_ONCE)
        .describe(`Each with the inputs it takes: ${known.join('; ')}`),
      inputs: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .default({})
        .describe(
          'by name, as text with its unit: {"creatinine": "150 µmol/L", "sex": "female", "stroke": true}',
        ),
      patient_id: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .optional()
        .describe('whose chart fills in what is not given'),
      language: Language.default('en'),
    }),
    output: z.object({ calculations: z.array(Calculation) }),

    async run({ calculators: ids, inputs, patient_id, language }, { principal }) {
      const named = new Set(calculators.list.flatMap((one) => one.inputs));
      const unknown = Object.keys(inputs).filter((id) => !named.has(id));
      // The chart's value in place of one that was given and not understood would be wrong.
      if (unknown.length > 0) return notFound('unknown-input', unknownInputs(unknown.join(', ')));
      const told = Object.entries(inputs).map(([id, value]) => [
        id,
        value === true ? 'yes' : value === false ? 'no' : String(value),
      ]);
      const asked = {
        calculators: ids,
        inputs: Object.fromEntries(told),
        patientId: patient_id ?? null,
        principal,
      };
      const calculations = await calculators.run({ ...asked, language });
      if (calculations === null) return notFound('no-patient', NO_PATIENT_HERE);
      const done = calculations.filter(({ status }) => status !== 'missing');
      const lacking = calculations.filter(({ status }) => status === 'missing');
      const question = inBoth(lacking.flatMap(({ lines }) => lines).join('\n'));
      const charted = [...new Set(done.flatMap(({ chart_lines }) => chart_lines))];
      const output = { calculations };
      if (done.length === 0)
        return { status: 'not-found', reason: INPUTS_MISSING, strategy: 'skip', message: question, output };
      return {
        status: 'ok',
        message: inBoth(done.map(({ lines }) => lines[0] ?? '').join('\n')),
        ...(lacking.length === 0 ? {} : { unchecked: question }),
        output,
        ...citing([
          ...done.map(({ calculator, lines, chart_lines }) =>
            citable(
              `calculation-${calculator}`,
              'calculation',
              lines.filter((line) => !chart_lines.includes(line)),
            ),
          ),
          ...(charted.length === 0 ? [] : [citable(`chart-${patient_id}-inputs`, 'chart', charted)]),
        ]),
      };

      /** What the chart says is the chart's, and cited as such. */
      function citable(id: string, source_type: 'calculation' | 'chart', lines: readonly string[]) {
        const at = new Date(clock()).toISOString();
        const title = source_type === 'chart' ? CHART_TITLE[language] : (lines[0]?.split(':')[0] ?? id);
        const about = {
          id,
          title,
          source_type,
          url: null,
          language,
          created_at: at,
          year: Number(at.slice(0, 4)),
        };
        return makeCitable(
          {
            ...about,
            tenant_id: principal.tenant_id,
            evidence_level: source_type === 'chart' ? 'case_report' : 'expert_opinion',
            journal: source_type === 'chart' ? title : 'Galen',
            // With what it says of a patient, a result is theirs.
            scope: patient_id === undefined ? 'public' : 'private',
          },
          [{ heading: '', text: lines.join('\n') }],
        );
      }
    },
  });
}

/** Already in the language of whoever asked. */
function inBoth(text: string): Bilingual {
  return { en: text, vi: text };
}
