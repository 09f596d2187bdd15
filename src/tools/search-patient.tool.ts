import { z } from 'zod';
import { cliniciansOnly, defineTool } from './define-tool.ts';
import { noChart } from './no-chart.ts';
import type { PatientCharts, PatientLike } from './patient-charts.port.ts';

const FoundPatient = z.object({
  id: z.string(),
  name: z.string(),
  birth_date: z.string().nullable(),
  gender: z.string().nullable(),
  identifiers: z.array(z.string()),
});

/** Finds patients of the clinician's own hospital. */
export function searchPatient(charts: PatientCharts | null) {
  return defineTool({
    name: 'search_patient',
    description: {
      en: 'Patients of this hospital by name, record number or date of birth. For clinicians.',
      vi: 'Tìm bệnh nhân của bệnh viện theo tên, số hồ sơ hoặc ngày sinh. Dành cho nhân viên y tế điều trị.',
    },
    isWrite: false,
    mayUse: cliniciansOnly,
    input: z
      .object({
        name: z.string().trim().min(1).max(100).optional(),
        identifier: z.string().trim().min(1).max(100).optional(),
        birth_date: z.iso.date().optional().describe('YYYY-MM-DD'),
        limit: z.number().int().min(1).max(20).default(10),
      })
      .refine(
        ({ name, identifier, birth_date }) =>
          [name, identifier, birth_date].some((given) => given !== undefined),
        {
          message: 'a name, an identifier or a date of birth is needed',
        },
      ),
    output: z.object({ patients: z.array(FoundPatient) }),

    async run({ name, identifier, birth_date, limit }, { principal }) {
      if (charts === null) return noChart();
      const found = await charts.searchPatients(principal, {
        limit,
        ...(name === undefined ? {} : { name }),
        ...(identifier === undefined ? {} : { identifier }),
        ...(birth_date === undefined ? {} : { birthDate: birth_date }),
      });
      const output = { patients: found.map(toFound) };
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

function toFound({ id, name, birthDate, gender, identifier }: PatientLike): z.infer<typeof FoundPatient> {
  return {
    id,
    name: patientName(name),
    birth_date: birthDate ?? null,
    gender: gender ?? null,
    identifiers: (identifier ?? []).flatMap(({ value }) => value ?? []),
  };
}

export function patientName(names: PatientLike['name']): string {
  const [first] = names ?? [];
  return first?.text ?? [...(first?.given ?? []), first?.family ?? ''].join(' ').trim();
}
