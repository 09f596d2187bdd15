import { asksCalculation } from '../../../chart/calculators/read-said.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readCuePatterns, readPatterns } from '../../../language/read-lexicon.ts';
import { isRefused } from '../../../language/read-negation.ts';
import { ToolName } from '../clinic-tools.ts';

export const requestCues = once(() =>
  readPatterns('language/request-cues', [
    'judgement points_at_patient small_talk about_assistant one_liner',
    'cancel cancel_marked act refusal question question_tag polite yes note_begins condition',
    'measured beside ongoing asks_fact cause advice',
    'thanks farewell other_language male female points_at_drug',
  ]),
);

/** Cues of these are also words of what a calculator is told: pregnant, an ECG, results. */
export const YIELDS: readonly ToolName[] = [
  'check_drug_safety',
  'analyze_medical_image',
  'get_patient_chart',
];

export function toolFor(part: string): ToolName | null {
  const cued = toolCues().find(({ cue }) => cue.test(part))?.tool ?? null;
  // "Latest BMI" is in the chart; "her results: compute MELD" is not.
  const mayYield = cued === null || YIELDS.includes(cued);
  return mayYield && asksCalculation(part, { isStrict: cued !== null }) ? 'calculate' : cued;
}

/**
 * Words by which a part of a request calls for a tool, on text without marks and in lower case; the first that fits wins.
 * Both languages in one pattern: a request often mixes them.
 */
const toolCues = once(() =>
  readCuePatterns('language/tool-cues', ['tool']).map(({ keys: [tool], cue }) => ({
    tool: ToolName.parse(tool),
    cue,
  })),
);

export function isNegated(text: string): boolean {
  return isRefused(text, requestCues().act);
}

export function isCancelled(text: string): boolean {
  const { cancel, cancel_marked } = requestCues();
  return cancel.test(foldForCues(text).trim()) || cancel_marked.test(text.normalize('NFC').toLowerCase());
}

/** Whether words begin by taking something back: "Cancel that", "Thôi". */
export function beginsWithCancel(text: string): boolean {
  const [head = ''] = text.trim().split(/(?<=^\S{1,20}\s\S{1,20})\s/u);
  return isCancelled(head);
}

/** Whether words are an order not to do something: "Do not start …", "Đừng kê …". */
export function beginsWithRefusal(text: string): boolean {
  return requestCues().refusal.test(foldForCues(text).trim()) && isNegated(text);
}

/** Whether a sentence asks whether something should be done. `endsInMark`: whether it ends in a question mark. */
export function isQuestion(text: string, endsInMark: boolean): boolean {
  const folded = foldForCues(text);
  // "Please could we start …" asks for it to be done.
  if (!endsInMark && folded.trimStart().startsWith('please ')) return false;
  return requestCues().question.test(folded) || (endsInMark && !requestCues().polite.test(folded));
}

/** A request as its cues are looked for: without marks, in lower case, with one kind of apostrophe. */
export function foldForCues(text: string): string {
  return foldDiacritics(text).toLowerCase().replaceAll('’', "'");
}
