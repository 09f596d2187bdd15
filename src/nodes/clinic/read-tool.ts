import { ToolName } from './triage-decision.ts';

/** The tools that change nothing. */
export const ReadTool = ToolName.exclude(['add_allergy', 'prescribe_medication', 'save_clinical_note']);
