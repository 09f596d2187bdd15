import { once, readPatterns } from '../../../language/read-lexicon.ts';
import type { Missing, TriageDecision } from '../clinic-state.ts';
import { CHART_TOOLS, type ToolName } from '../clinic-tools.ts';
import type { TriageInput } from '../steps/triage-request.ts';
import { noteText, type ParsedRequest, toolsOf, writeFor } from './parse-request.ts';
import { requestCues } from './request-cues.ts';

const cues = once(() => readPatterns('language/request-cues', ['command_words', 'allergy_words'], 'gu'));

/** The one thing that has to be known before anything can be done, or null. */
export function findMissing({ route, tool: named }: TriageDecision, input: TriageInput): Missing | null {
  const { request, has_patient, has_image } = input;
  if (route === 'direct') return null;
  const tools = named === null ? toolsOf(request, has_image) : [named];
  const knowsPatient = has_patient || request.patient !== '';
  if (tools.some((tool) => CHART_TOOLS.has(tool)) && !knowsPatient) return 'patient';
  if (route === 'multi_step') return null;
  if (route === 'reasoning')
    return !knowsPatient && request.drugs.length === 0 && isBare(request) ? 'patient' : null;
  const [tool] = tools;
  return tool === undefined ? null : missingFor(tool, input);
}

function missingFor(tool: ToolName, { request, has_patient, has_image }: TriageInput): Missing | null {
  const { folded, drugs, patient } = request;
  switch (tool) {
    case 'check_drug_interactions':
      // What the open chart has as active makes up for what is not named.
      if (drugs.length >= 2 || (has_patient && speaksOfCurrent(request))) return null;
      return drugs.length === 0 ? 'drug' : 'second_drug';
    case 'check_drug_safety':
      return drugs.length === 0 ? 'drug' : null;
    case 'search_patient':
      return patient === '' && !/\d{4,}/u.test(folded) ? 'patient' : null;
    case 'find_clinical_trials':
    case 'search_medical_literature':
    case 'get_clinical_guideline':
      return isEmptyWithout(folded, cues().command_words) ? 'topic' : null;
    case 'add_allergy':
      return isEmptyWithout(folded, cues().allergy_words) ? 'substance' : null;
    case 'prescribe_medication':
      return missingOfOrder(request);
    case 'save_clinical_note':
      return noteText(request) === '' ? 'note_text' : null;
    case 'analyze_medical_image':
      return has_image ? null : 'image';
    default:
      return null;
  }
}

/** What an order lacks, read as it will be proposed. */
function missingOfOrder(request: ParsedRequest): Missing | null {
  const { args = null } = writeFor('prescribe_medication', request.text, request) ?? {};
  if (args === null) return 'drug';
  if (args.dose !== undefined) return null;
  return /\d/u.test(String(args.unread ?? '')) ? 'unread' : 'dose';
}

function speaksOfCurrent({ folded, cues }: ParsedRequest): boolean {
  return cues.points_at_patient || requestCues().speaks_of_current.test(folded);
}

function isEmptyWithout(folded: string, words: RegExp): boolean {
  return !/[\p{L}\p{N}]{2,}/u.test(folded.replace(words, ' '));
}

/** "Is it safe?", "which one?": a few words that point at something never named. */
function isBare({ folded }: ParsedRequest): boolean {
  return folded.split(/\s+/u).length <= 5 && /\b(?:it|that|this|them|these|one|nay|do|no)\b/u.test(folded);
}
