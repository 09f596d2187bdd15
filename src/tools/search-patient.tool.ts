import { z } from 'zod';
import { mayUseCharts } from '../domain/access.ts';
import { ChartSummary } from '../domain/chart-summary.ts';
import { Language } from '../domain/language.ts';
import { defineTool } from './define-tool.ts';
import { noChart } from './no-chart.ts';
import type { PatientCharts } from './patient-charts.port.ts';

/** Finds patients of the clinician's own hospital. */
export function searchPatient(charts: PatientCharts | null) {
  return defineTool({
    name: 'search_patient',
    description: {
      en: 'Patients of this hospital by name, record number or date of birth. For clinicians.',
      vi: 'Tìm bệnh nhân của bệnh viện theo tên, số hồ sơ hoặc ngày sinh. Dành cho nhân viên y tế điều trị.',
    },
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
      const search = {
        limit,
        ...(name === undefined ? {} : { name }),
        ...(identifier === undefined ? {} : { identifier }),
        ...(birth_date === undefined ? {} : { birthDate: birth_date }),
      };
      const found = await charts.searchPatients(principal, search, language);
      const output = { patients: found };
      if (found.length === 0) {
        return {
          status: 'not-found',
          reason: 'no-patient',
          strategy: 'retry_reformulate',
          message: { en: 'No patient matches.', vi: 'Không có bệnh nhân phù hợp.' },
          output,
        };
      }
      return {
        status: 'ok',
        message: {
          en:
            found.length === 1
              ? 'One patient matches.'
              : `${found.length} patients match: ask which one is meant.`,
          vi:
            found.length === 1
              ? 'Có một bệnh nhân phù hợp.'
              : `${found.length} bệnh nhân phù hợp: hãy hỏi là ai.`,
        },
        output,
      };
    },
  });
}
