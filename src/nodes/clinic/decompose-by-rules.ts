import { MAX_SUBTASKS, type Subtask } from './clinic-state.ts';
import { splitAllergies } from './read-allergy.ts';
import { readDrugs, readMentions } from './read-mentions.ts';
import { readParts } from './read-parts.ts';
import { CHART_TOOLS, type ToolName } from './triage-decision.ts';
import { beginsWrite, joined } from './write-parts.ts';

/** A part that asks for an opinion: guidelines are what it is looked up in. */
const ADVICE =
  /\b(?:alternatives?|suggest\w*|recommend\w*|advise|pick|choose|options?|thay the|goi y|de xuat|chon|tu van|phuong an)\b/u;

/** The tasks of a request, in order, by the cues in its parts: never more than may be worked off. */
export function decomposeByRules(input: {
  question: string;
  has_patient: boolean;
  has_image: boolean;
  medications: readonly string[];
}): Subtask[] {
  const { question, has_patient, medications } = input;
  const { parts, content } = readParts(question);
  const subtasks: Subtask[] = [];
  let before = '';
  for (const { text, folded, tool: called, isDeclined } of parts) {
    // What is not to be done is no task, and says nothing about one.
    if (isDeclined) continue;
    const tool = called ?? (ADVICE.test(folded) ? 'get_clinical_guideline' : null);
    const last = subtasks.at(-1);
    if (last && beginsWrite({ tool: last.tool, text: last.task }, tool, text)) {
      subtasks.push({ task: text, tool: tool ?? last.tool });
    } else if (tool === null) {
      // A part without a task of its own says more about the one before it, or about the one to come.
      if (last) last.task = joined({ tool: last.tool, text: last.task }, text);
      else before = before === '' ? text : `${before}, ${text}`;
    } else if (last?.tool === tool) {
      last.task = `${last.task}, ${text}`;
    } else {
      subtasks.push({ task: before === '' ? text : `${before}, ${text}`, tool });
      before = '';
    }
  }
  if (content !== '')
    for (const subtask of subtasks) if (subtask.tool === 'save_clinical_note') subtask.task += ` ${content}`;
  if (subtasks.length === 0) return [{ task: question.slice(0, 500), tool: null }];
  const found = withSearch(subtasks.flatMap(perAllergy), { question, has_patient }).flatMap(
    (subtask, _, all) => perDrug(subtask, medications, MAX_SUBTASKS - all.length + 1),
  );
  return found.slice(0, MAX_SUBTASKS).map(({ task, tool }) => ({ task: task.slice(0, 500), tool }));
}

/** Whoever is named and not open is searched for first. */
function withSearch(
  subtasks: Subtask[],
  { question, has_patient }: { question: string; has_patient: boolean },
): Subtask[] {
  const isNamed = readMentions(question).patient !== '';
  const needsChart = subtasks.some(({ tool }) => tool !== null && CHART_TOOLS.has(tool));
  const searches = subtasks.some(({ tool }) => tool === 'search_patient');
  return isNamed && needsChart && !has_patient && !searches
    ? [{ task: question, tool: 'search_patient' satisfies ToolName }, ...subtasks]
    : subtasks;
}

/** Each substance is an entry of its own. */
function perAllergy(subtask: Subtask): Subtask[] {
  if (subtask.tool !== 'add_allergy') return [subtask];
  return splitAllergies(subtask.task).map((task) => ({ task, tool: subtask.tool }));
}

/** A check of drugs that names none is one of those in the chart: a subtask for each, as far as there is room. */
function perDrug(subtask: Subtask, medications: readonly string[], room: number): Subtask[] {
  const { task, tool } = subtask;
  if (tool !== 'check_drug_safety' || readDrugs(task).length > 0) return [subtask];
  const drugs = [...new Set(medications.flatMap((medication) => readDrugs(medication).slice(0, 1)))];
  if (drugs.length === 0) return [subtask];
  return drugs.slice(0, Math.max(1, room)).map((drug) => ({ task: `${drug}: ${task}`, tool }));
}
