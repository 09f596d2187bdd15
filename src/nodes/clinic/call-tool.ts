import type { CheckForPatient } from '../../chart/write-to-chart.port.ts';
import type { Principal } from '../../domain/access.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';
import type { Tools } from '../../tools/tools.port.ts';
import { addPatientCheck } from './add-patient-check.ts';
import type { CallReport, PatientSummary, PlannedCall } from './clinic-state.ts';
import { maskNames } from './mask-names.ts';
import type { NamesOnFile } from './names-on-file.ts';
import { mapTexts, namesIn, restoreArguments } from './restore-arguments.ts';
import { OUTSIDE_TOOLS } from './triage-decision.ts';

/** Of one call, as many as an answer can use. */
const MAX_PASSAGES = 8;
const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

export interface CallPorts {
  tools: Tools;
  names: NameSeal;
  namesOnFile: NamesOnFile;
  checkForPatient: CheckForPatient;
}

export interface Caller {
  principal: Principal;
  patient: PatientSummary | null;
  /** What the tokens of this turn stand for, sealed; empty where they stand for nothing. */
  sealed_names: string;
  /** The attached image; it goes to the tool that reads images, and to no other. */
  image: string | null;
}

/** Calls a tool and keeps what an answer can use. What names a person goes to the hospital's own tools only. */
export async function callTool(
  { tools, names, namesOnFile, checkForPatient }: CallPorts,
  call: PlannedCall,
  { principal, patient, sealed_names, image }: Caller,
  { signal, runId, emit, clock }: RunContext,
): Promise<CallReport> {
  const { tool, call_id } = call;
  const leaves = OUTSIDE_TOOLS.has(tool);
  const withheld = [
    ...(patient?.withheld ?? []),
    ...Object.values(namesIn(names, sealed_names)),
    ...(leaves ? await namesOnFile(principal, textsOf(call.args).join(' ')) : []),
  ];
  const args = leaves ? sendable(call.args, withheld) : restoreArguments(call.args, names, sealed_names);
  const isLooking = tool === 'analyze_medical_image' && image !== null;
  const given = isLooking ? { ...args, image: encodedPart(image) } : args;
  const result = await tools.call(tool, given, { principal, signal, runId, withheld });
  const { status, reason, strategy, message, unchecked, output, sources, sent } = result;
  emit({ type: 'note', data: { topic: 'tool-called', call_id, tool, status, reason, sources, sent } });
  const passages = result.passages.slice(0, MAX_PASSAGES);
  const report = { call, status, reason, strategy, message, unchecked, output, passages };
  if (tool !== 'check_drug_safety' || patient === null) return report;
  const at = new Date(clock()).toISOString();
  return addPatientCheck(report, checkForPatient, { principal, patient, at });
}

/** Of a data URL what comes after its head. */
function encodedPart(image: string): string {
  return image.startsWith('data:') ? image.slice(image.indexOf(',') + 1) : image;
}

function textsOf(args: PlannedCall['args']): string[] {
  const texts: string[] = [];
  mapTexts(args, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The language is ours, and a word that people are called by: Vi. */
function sendable({ language, ...said }: PlannedCall['args'], withheld: readonly string[]) {
  const args = mapTexts(said, (text) => withoutNames(text, withheld));
  return language === undefined ? args : { ...args, language };
}

/** Leaves out tokens, and what names somebody. */
function withoutNames(text: string, withheld: readonly string[]): string {
  return maskNames(text.replace(TOKEN, ' '), withheld, ' ')
    .replaceAll('[record number]', ' ')
    .split(/\s+/u)
    .join(' ')
    .trim();
}
