import type { Missing, TriageDecision } from '../clinic-state.ts';
import { CHART_TOOLS, type ToolName } from '../clinic-tools.ts';
import { type TriageInput, toolsIn } from '../steps/triage-request.ts';
import { askedWords, splitRequest } from './parse-request.ts';
import { readMentions } from './read-mentions.ts';
import { parseOrder } from './read-order.ts';
import { foldForCues, POINTS_AT_PATIENT } from './request-cues.ts';

/** Words of a command: what is left of a search without them is its topic. */
const COMMAND_WORDS =
  /\b(?:please|can|could|you|find|search|look|for|up|the|a|an|any|some|me|show|list|get|give|check|clinical|open|ongoing|recruiting|trials?|literature|pubmed|europe|pmc|papers?|articles?|studies|guidelines?|recommendations?|on|about|of|in|tim|tra|cuu|kiem|giup|toi|cho|xem|cac|nhung|thu|nghiem|lam|sang|y|van|bai|bao|nghien|huong|dan|khuyen|cao|ve|tren|voi|nhe|a|dang|tuyen|mo|hay|xin)\b/gu;
const ALLERGY_WORDS =
  /\b(?:please|add|record|document|note|log|enter|put|register|update|an?|the|new|to|in|into|of|for|his|her|their|this|that|is|she|he|patient|patient's|chart|record|list|allerg\w*|intoleran\w*|them|ghi|bo sung|luu|nhap|cap nhat|mot|di ung|khong dung nap|vao|ho so|benh an|danh sach|benh nhan|cho|moi|giup|toi)\b/gu;

/** The one thing that has to be known before anything can be done, or null. */
export function findMissing(decision: TriageDecision, input: TriageInput): Missing | null {
  const { question, has_patient } = input;
  const { drugs, patient } = readMentions(question);
  const folded = foldForCues(question);
  const tools = decision.tool === null ? toolsIn(input, { drugs, patient }) : [decision.tool];
  if (decision.route === 'direct') return null;
  const knowsPatient = has_patient || patient !== '';
  if (tools.some((tool) => CHART_TOOLS.has(tool)) && !knowsPatient) return 'patient';
  if (decision.route === 'multi_step') return null;
  if (decision.route === 'reasoning')
    return !knowsPatient && drugs.length === 0 && isBare(folded) ? 'patient' : null;
  const [tool] = tools;
  return tool === undefined ? null : missingFor(tool, { folded, drugs, patient, input });
}

interface Read {
  folded: string;
  drugs: readonly string[];
  patient: string;
  input: TriageInput;
}

function missingFor(tool: ToolName, { folded, drugs, patient, input }: Read): Missing | null {
  switch (tool) {
    case 'check_drug_interactions':
      // What the open chart has as active makes up for what is not named.
      if (drugs.length >= 2 || (input.has_patient && speaksOfCurrent(folded))) return null;
      return drugs.length === 0 ? 'drug' : 'second_drug';
    case 'check_drug_safety':
      return drugs.length === 0 ? 'drug' : null;
    case 'search_patient':
      return patient === '' && !/\d{4,}/u.test(folded) ? 'patient' : null;
    case 'find_clinical_trials':
    case 'search_medical_literature':
    case 'get_clinical_guideline':
      return isEmptyWithout(folded, COMMAND_WORDS) ? 'topic' : null;
    case 'add_allergy':
      return isEmptyWithout(folded, ALLERGY_WORDS) ? 'substance' : null;
    case 'prescribe_medication':
      return missingOfOrder(input.question);
    case 'save_clinical_note':
      return noteText(input.question) === '' ? 'note_text' : null;
    case 'analyze_medical_image':
      return input.has_image ? null : 'image';
    default:
      return null;
  }
}

/** What an order lacks, read as it will be proposed. */
function missingOfOrder(question: string): Missing | null {
  const texts = askedWords('prescribe_medication', question, question);
  const read = texts.map((text) => parseOrder(text)).find(({ order }) => order !== null);
  if (read?.order == null) return 'drug';
  if (read.order.dose !== undefined) return null;
  return /\d/u.test(read.unread.join(' ')) ? 'unread' : 'dose';
}

/** The text of a note as the request gives it: after a colon or "saying", or what the note is about. */
export function noteText(question: string): string {
  const { content } = splitRequest(question);
  if (content !== '') return content;
  return (
    /(?:notes?|ghi chú|ghi chu)\s+(?:about|on|regarding|for|về|ve|cho)\s+(\S.*)$/iu.exec(question)?.[1] ?? ''
  );
}

function speaksOfCurrent(folded: string): boolean {
  return (
    POINTS_AT_PATIENT.test(folded) ||
    /\b(?:current|already|taking|medications?|medicines|meds|thuoc dang dung|dang uong|hien tai)\b/u.test(
      folded,
    )
  );
}

function isEmptyWithout(folded: string, words: RegExp): boolean {
  return !/[\p{L}\p{N}]{2,}/u.test(folded.replace(words, ' '));
}

/** "Is it safe?", "which one?": a few words that point at something never named. */
function isBare(folded: string): boolean {
  return folded.split(/\s+/u).length <= 5 && /\b(?:it|that|this|them|these|one|nay|do|no)\b/u.test(folded);
}
