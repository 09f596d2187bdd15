import { z } from 'zod';

export const ToolName = z.enum([
  'check_drug_safety',
  'search_medical_literature',
  'check_drug_interactions',
  'find_clinical_trials',
  'search_patient',
  'get_patient_chart',
  'add_allergy',
  'prescribe_medication',
  'change_medication',
  'save_clinical_note',
  'analyze_medical_image',
  'retrieve_medical_info',
  'get_clinical_guideline',
  'calculate',
]);
export type ToolName = z.infer<typeof ToolName>;

/** For a model that chooses among them: the three that look something up differ in where. */
export const KNOWLEDGE_TOOLS =
  'get_clinical_guideline is for what a guideline recommends, retrieve_medical_info for other medical facts, search_medical_literature for published studies, calculate for scores and formulas such as eGFR or CURB-65.';

/** Tools that change a chart: they only ever lead to a proposal. */
export const WRITE_TOOLS: ReadonlySet<ToolName> = new Set([
  'add_allergy',
  'prescribe_medication',
  'change_medication',
  'save_clinical_note',
]);

export const CHART_TOOLS: ReadonlySet<ToolName> = new Set(['get_patient_chart', ...WRITE_TOOLS]);

/** Tools that use the chart of whoever is named: one that is not open is searched for first. */
export const PATIENT_TOOLS: ReadonlySet<ToolName> = new Set([...CHART_TOOLS, 'calculate']);

/** Tools that ask services outside the hospital: nothing that names a patient goes to them. */
export const OUTSIDE_TOOLS: ReadonlySet<ToolName> = new Set([
  'check_drug_safety',
  'check_drug_interactions',
  'search_medical_literature',
  'find_clinical_trials',
  'analyze_medical_image',
]);

export const ReadTool = ToolName.exclude([
  'add_allergy',
  'prescribe_medication',
  'change_medication',
  'save_clinical_note',
]);
