import { foldForCues } from './fold-for-cues.ts';
import { type Mentions, readMentions } from './read-mentions.ts';
import { readParts } from './read-parts.ts';
import { ABOUT_ASSISTANT, JUDGEMENT, ONE_LINER, POINTS_AT_PATIENT, SMALL_TALK } from './request-cues.ts';
import { CHART_TOOLS, type ToolName, type TriageDecision, WRITE_TOOLS } from './triage-decision.ts';
import { writeParts } from './write-parts.ts';

export interface TriageInput {
  question: string;
  has_patient: boolean;
  has_image: boolean;
}

/** Tools whose cue settles what is asked, even where the words also ask for a judgement. */
const PLAIN_TOOLS: ReadonlySet<ToolName> = new Set([
  ...WRITE_TOOLS,
  'search_patient',
  'find_clinical_trials',
  'search_medical_literature',
  'get_clinical_guideline',
  'analyze_medical_image',
]);
const SHORT_WORDS = 12;
/** What is measured and kept in charts. */
const MEASURED =
  /\b(?:potassium|sodium|creatinine|egfr|inr|hba1c|glucose|ha?emoglobin|platelets?|crp|troponin|weight|bmi|blood pressure|bp|heart rate|temperature|lipids?|ldl|tsh|alt|bilirubin|kali|natri|duong huyet|can nang|huyet ap|nhiet do|mach|tieu cau)\b/u;
const BESIDE = /\b(?:with|and|plus|voi|cung|va)\b|\bw\/|\+/u;

/** Which way a request goes, by its cues, the drugs and the patient it names. */
export function triageByRules(input: TriageInput): TriageDecision {
  const { question } = input;
  const folded = foldForCues(question).trim();
  const mentions = readMentions(question);
  const tools = toolsIn(input, mentions);
  if (isDirect(folded, mentions, tools)) return { route: 'direct', tool: null, query: null };
  const [tool] = tools;
  const isSeveral = tools.length > 1 || writeParts(question).length > 1;
  if (isSeveral || needsSearchFirst(input, mentions, tools))
    return { route: 'multi_step', tool: null, query: null };
  // What is asked about the patient in hand, and no chart entry answers, is a judgement too.
  const isJudgement =
    JUDGEMENT.test(folded) ||
    (asksAboutWrite(question) && tool === undefined) ||
    (tool === undefined && POINTS_AT_PATIENT.test(folded));
  if (isJudgement && !(tool && PLAIN_TOOLS.has(tool))) return { route: 'reasoning', tool: null, query: null };
  // Of a write that is not to be made there is nothing to look up.
  if (tool === undefined && declinesWrite(question)) return { route: 'direct', tool: null, query: null };
  return { route: 'lookup', tool: tool ?? 'retrieve_medical_info', query: question };
}

/** The tools that the parts of a request call for, each once, in order. */
export function toolsIn({ question, has_image }: TriageInput, mentions: Mentions): ToolName[] {
  const { parts } = readParts(question);
  const named = parts.flatMap(({ tool }) => tool ?? []);
  const tools = [...new Set(named)];
  if (has_image && tools.length === 0) return ['analyze_medical_image'];
  // What a chart holds, of someone who is named: "potassium of Eleanor Ashgrove?"
  if (tools.length === 0 && mentions.patient !== '' && MEASURED.test(foldForCues(question)))
    return ['get_patient_chart'];
  // Two drugs beside each other, and nothing else asked of them: whether they go together.
  const isPair = mentions.drugs.length >= 2 && BESIDE.test(foldForCues(question));
  if (tools.length === 0 && parts.length <= 2 && isPair && !JUDGEMENT.test(foldForCues(question)))
    return ['check_drug_interactions'];
  return tools;
}

function isDirect(folded: string, { drugs, patient }: Mentions, tools: readonly ToolName[]): boolean {
  if (ABOUT_ASSISTANT.test(folded)) return true;
  if (ONE_LINER.test(folded) && drugs.length === 0)
    return tools.every((tool) => !WRITE_TOOLS.has(tool) || !/^(?:save|add|luu|them)/u.test(folded));
  const isShort = folded.split(/\s+/u).length <= SHORT_WORDS;
  return (
    SMALL_TALK.test(folded) &&
    isShort &&
    tools.length === 0 &&
    drugs.length === 0 &&
    patient === '' &&
    !/\?$/u.test(folded)
  );
}

/** Whether a request says of a write, and of nothing else, that it is not to be made. */
export function declinesWrite(question: string): boolean {
  const { parts } = readParts(question);
  return parts.some(({ isRefusal }) => isRefusal) && parts.every(({ tool }) => tool === null);
}

/** "Start lisinopril?" weighs a write. */
function asksAboutWrite(question: string): boolean {
  return readParts(question).parts.some(({ isWeighed }) => isWeighed);
}

/** A chart is read or written for someone who is named and not open. */
function needsSearchFirst(
  { has_patient }: TriageInput,
  { patient }: Mentions,
  tools: readonly ToolName[],
): boolean {
  return !has_patient && patient !== '' && tools.some((tool) => CHART_TOOLS.has(tool));
}
