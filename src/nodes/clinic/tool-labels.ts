import type { Bilingual } from '../../domain/language.ts';
import type { ToolName } from './triage-decision.ts';

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
