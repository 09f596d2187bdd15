import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { mayUseCharts, type Principal } from '../../domain/access.ts';
import { ChartSummary } from '../../domain/chart-summary.ts';
import { Language } from '../../domain/language.ts';
import { defineTool, notFound, type ToolOutcome } from '../define-tool.ts';
import { citing, makeCitable } from '../make-citable.ts';

const DescribedChart = z.object({
  patient: ChartSummary.shape.patient,
  /** Without the patient's name and numbers: what a model reads and an answer cites. "None recorded" is never "none". */
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  /** What a reader has to know: not all was read, a value could not be computed. */
  remarks: z.array(z.string()),
});
type DescribedChart = z.infer<typeof DescribedChart>;

export function searchPatient(charts: PatientCharts | null) {
  return defineTool({
    name: 'search_patient',
    description: texts.FIND_PATIENT_ABOUT,
    isWrite: false,
    mayUse: mayUseCharts,
    input: z
      .object({
        name: z.string().trim().min(1).max(100).optional(),
        identifier: z.string().trim().min(1).max(100).optional(),
        birth_date: z.iso.date().optional().describe('YYYY-MM-DD'),
        limit: z.number().int().min(1).max(20).default(10),
        language: Language.default('en'),
      })
      .refine(
        ({ name, identifier, birth_date }) =>
          [name, identifier, birth_date].some((given) => given !== undefined),
        {
          message: 'a name, an identifier or a date of birth is needed',
        },
      ),
    output: z.object({ patients: z.array(ChartSummary.shape.patient) }),

    async run({ name, identifier, birth_date, limit, language }, { principal }) {
      if (charts === null) return noChart();
      const search = { limit, name, identifier, birthDate: birth_date };
      const patients = await charts.searchPatients(principal, search, language);
      if (patients.length === 0)
        return { ...notFound('no-patient', texts.NO_PATIENT_MATCHES), output: { patients } };
      return { status: 'ok', message: texts.patientsMatch(patients.length), output: { patients } };
    },
  });
}

export function getPatientChart(charts: PatientCharts | null, clock: () => number) {
  return defineTool({
    name: 'get_patient_chart',
    description: texts.READ_CHART_ABOUT,
    isWrite: false,
    mayUse: mayUseCharts,
    input: z.object({ patient_id: z.string().trim().min(1).max(64), language: Language.default('en') }),
    output: DescribedChart.extend({ patient_id: z.string() }),

    async run({ patient_id, language }, { principal }) {
      if (charts === null) return noChart();
      const chart = await charts.describeChart(principal, patient_id, language);
      if (chart === null) return notFound('no-patient', texts.NO_PATIENT_HERE);
      const at = new Date(clock()).toISOString();
      const citable = makeCitable(
        {
          id: `chart-${patient_id}`,
          tenant_id: principal.tenant_id,
          title: 'Patient chart',
          source_type: 'chart',
          evidence_level: 'case_report',
          journal: 'Patient chart',
          year: Number(at.slice(0, 4)),
          url: null,
          language,
          scope: 'private',
          created_at: at,
        },
        chart.sections,
      );
      return {
        status: 'ok',
        message: texts.chartRead(chart.remarks.join('; ')),
        output: { patient_id, ...chart },
        ...citing([citable]),
      };
    },
  });
}

export function noChart(): ToolOutcome<never> {
  return { status: 'unavailable', reason: 'no-chart', strategy: 'skip', message: texts.NO_CHART_CONNECTED };
}

/** What the chart tools need of a chart. Nothing of another tenant exists here. */
export interface PatientCharts {
  searchPatients(
    principal: Principal,
    search: Partial<Record<'name' | 'identifier' | 'birthDate', string | undefined>> & { limit: number },
    language: Language,
  ): Promise<ChartSummary['patient'][]>;
  /** Null when there is no such patient. */
  describeChart(principal: Principal, patientId: string, language: Language): Promise<DescribedChart | null>;
}
