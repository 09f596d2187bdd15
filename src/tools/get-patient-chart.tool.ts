import { z } from 'zod';
import { mayUseCharts } from '../domain/access.ts';
import { ChartSummary } from '../domain/chart-summary.ts';
import { Language } from '../domain/language.ts';
import { defineTool } from './define-tool.ts';
import { makeCitable } from './make-citable.ts';
import { noChart } from './no-chart.ts';
import type { PatientCharts } from './patient-charts.port.ts';

/** One patient's chart in words, each of which can be cited. */
export function getPatientChart(charts: PatientCharts | null, clock: () => number) {
  return defineTool({
    name: 'get_patient_chart',
    description: {
      en: 'The chart of one patient: conditions, allergies, medication, recent results and notes. For clinicians.',
      vi: 'Hồ sơ của một bệnh nhân: bệnh, dị ứng, thuốc, kết quả gần đây và ghi chú. Dành cho nhân viên y tế điều trị.',
    },
    isWrite: false,
    mayUse: mayUseCharts,
    input: z.object({ patient_id: z.string().trim().min(1).max(64), language: Language.default('en') }),
    output: z.object({
      patient_id: z.string(),
      patient: ChartSummary.shape.patient,
      sections: z.array(z.object({ heading: z.string(), text: z.string() })),
      /** What a reader has to know: not all was read, a value could not be computed. */
      remarks: z.array(z.string()),
    }),

    async run({ patient_id, language }, { principal }) {
      if (charts === null) return noChart();
      const chart = await charts.describeChart(principal, patient_id, language);
      if (chart === null) {
        return {
          status: 'not-found',
          reason: 'no-patient',
          strategy: 'retry_reformulate',
          message: { en: 'There is no such patient here.', vi: 'Không có bệnh nhân này ở đây.' },
        };
      }
      const at = new Date(clock()).toISOString();
      const { document, passages } = makeCitable(
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
      const rest = chart.remarks.join('; ');
      return {
        status: 'ok',
        message: {
          en: `The chart was read.${rest === '' ? '' : ` ${rest}.`}`,
          vi: `Đã đọc hồ sơ.${rest === '' ? '' : ` ${rest}.`}`,
        },
        output: {
          patient_id,
          patient: chart.patient,
          sections: chart.sections,
          remarks: chart.remarks,
        },
        documents: [document],
        passages,
      };
    },
  });
}
