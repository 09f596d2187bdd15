import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { CallReport } from './clinic-state.ts';

const FoundPatients = z.object({
  patients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      birth_date: z.string().nullable(),
      gender: z.string().nullable(),
      identifiers: z.array(z.string()),
    }),
  ),
});
export type FoundPatient = z.infer<typeof FoundPatients>['patients'][number];

const ReadChart = z.object({
  patient: z.object({ name: z.string() }),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
});

const Impression = z.object({ description: z.string(), model: z.string() });

/** Tools whose verdict in words belongs to the answer even when they found what they looked for. */
const TELLS_VERDICT: ReadonlySet<string> = new Set(['check_drug_interactions']);

/** The patients that a search found; none where it was no search. */
export function patientsFound({ call, output }: CallReport): FoundPatient[] {
  if (call.tool !== 'search_patient') return [];
  const parsed = FoundPatients.safeParse(output);
  return parsed.success ? parsed.data.patients : [];
}

export function patientLine({ name, birth_date, gender, identifiers }: FoundPatient): string {
  return [name, gender, birth_date, ...identifiers].filter((part) => part !== null && part !== '').join(', ');
}

/** The lines of a chart that was read, the first with the patient's name; null where it was no chart, or of another form. */
export function linesOfChart({ call, output }: CallReport): string[] | null {
  const parsed = call.tool === 'get_patient_chart' ? ReadChart.safeParse(output) : null;
  if (!parsed?.success) return null;
  const { patient, sections } = parsed.data;
  return sections.map(({ heading, text }, i) => `${heading}: ${i === 0 ? `${patient.name}, ${text}` : text}`);
}

/** What an answer has to tell of a call besides what can be quoted; empty where that says it all. */
export function describeReport(report: CallReport, language: Language): string {
  const { call, status, message, output } = report;
  if (status !== 'ok' || TELLS_VERDICT.has(call.tool)) return message[language];
  const patients = patientsFound(report);
  if (patients.length > 0) return patients.map(patientLine).join('\n');
  const impression = call.tool === 'analyze_medical_image' ? Impression.safeParse(output) : null;
  if (impression?.success) return `${message[language]}\n${impression.data.description}`;
  return report.passages.length === 0 ? message[language] : '';
}
