import { z } from 'zod';
import { Language } from '../domain/language.ts';
import { cliniciansOnly, defineTool } from './define-tool.ts';
import { makeCitable } from './make-citable.ts';
import { noChart } from './no-chart.ts';
import type { PatientCharts } from './patient-charts.port.ts';
import { patientName } from './search-patient.tool.ts';

/** One patient's chart in words, each of which can be cited. */
export function getPatientChart(charts: PatientCharts | null, clock: () => number) {
  return defineTool({
    name: 'get_patient_chart',
    description: {
      en: 'The chart of one patient: conditions, allergies, medication, recent results and notes. For clinicians.',
      vi: 'Hồ sơ của một bệnh nhân: bệnh, dị ứng, thuốc, kết quả gần đây và ghi chú. Dành cho nhân viên y tế điều trị.',
    },
    isWrite: false,
    mayUse: cliniciansOnly,
    input: z.object({ patient_id: z.string().trim().min(1).max(64), language: Language.default('en') }),
    output: z.object({
      patient_id: z.string(),
      name: z.string(),
      sections: z.array(z.object({ heading: z.string(), text: z.string() })),
      /** Kinds of entries of which there are more than were read. */
      incomplete: z.array(z.string()),
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
      const rest = chart.incomplete.join(', ');
      return {
        status: 'ok',
        message: {
          en: `The chart was read.${rest === '' ? '' : ` It holds more than was read of: ${rest}.`}`,
          vi: `Đã đọc hồ sơ.${rest === '' ? '' : ` Còn nhiều hơn phần đã đọc: ${rest}.`}`,
        },
        output: {
          patient_id,
          name: patientName(chart.patient.name),
          sections: chart.sections,
          incomplete: chart.incomplete,
        },
        documents: [document],
        passages,
      };
    },
  });
}
