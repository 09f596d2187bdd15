import { z } from 'zod';
import type { Bilingual } from '../../domain/language.ts';

/** The tools the clinic flow may call, by the names that the registry knows them by. */
export const ToolName = z.enum([
  'check_drug_safety',
  'search_medical_literature',
  'check_drug_interactions',
  'find_clinical_trials',
  'search_patient',
  'get_patient_chart',
  'add_allergy',
  'prescribe_medication',
  'save_clinical_note',
  'analyze_medical_image',
  'retrieve_medical_info',
  'get_clinical_guideline',
]);
export type ToolName = z.infer<typeof ToolName>;

/** Tools that change a chart: they only ever lead to a proposal. */
export const WRITE_TOOLS: ReadonlySet<ToolName> = new Set([
  'add_allergy',
  'prescribe_medication',
  'save_clinical_note',
]);

/** Tools that read or write the chart of one patient. */
export const CHART_TOOLS: ReadonlySet<ToolName> = new Set(['get_patient_chart', ...WRITE_TOOLS]);

/** Tools that ask services outside the hospital: nothing that names a patient goes to them. */
export const OUTSIDE_TOOLS: ReadonlySet<ToolName> = new Set([
  'check_drug_safety',
  'check_drug_interactions',
  'search_medical_literature',
  'find_clinical_trials',
  'analyze_medical_image',
]);

/** What each tool asks, for a person to read. */
export const TOOL_LABELS: Readonly<Record<ToolName, Bilingual>> = {
  check_drug_safety: { en: 'drug labels', vi: 'nhãn thuốc' },
  check_drug_interactions: { en: 'drug labels', vi: 'nhãn thuốc' },
  search_medical_literature: { en: 'published articles', vi: 'các bài báo y khoa' },
  find_clinical_trials: { en: 'registered trials', vi: 'các thử nghiệm đã đăng ký' },
  search_patient: { en: 'the list of patients', vi: 'danh sách bệnh nhân' },
  get_patient_chart: { en: 'the chart', vi: 'bệnh án' },
  add_allergy: { en: 'the chart', vi: 'bệnh án' },
  prescribe_medication: { en: 'the chart', vi: 'bệnh án' },
  save_clinical_note: { en: 'the chart', vi: 'bệnh án' },
  analyze_medical_image: { en: 'the image', vi: 'hình ảnh' },
  retrieve_medical_info: { en: 'the knowledge base', vi: 'cơ sở tri thức' },
  get_clinical_guideline: { en: 'guidelines', vi: 'các hướng dẫn' },
};

/** The tools that change nothing. */
export const ReadTool = ToolName.exclude(['add_allergy', 'prescribe_medication', 'save_clinical_note']);
