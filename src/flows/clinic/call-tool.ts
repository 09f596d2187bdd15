import { DRUG_FOR_PATIENT, DRUG_WITHOUT_FINDINGS } from '../../../texts/clinic.ts';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import type { CheckForPatient } from '../../chart/create-writer.ts';
import type { Principal } from '../../domain/access.ts';
import { fillTemplate, Language } from '../../domain/language.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { NameSeal } from '../../gates/name-seal.port.ts';
import type { Tools } from '../../tools/tools.port.ts';
import type { CallReport, PatientSummary, PlannedCall, TimelineStep } from './clinic-state.ts';
import { OUTSIDE_TOOLS } from './clinic-tools.ts';
import { mapTexts, maskNames, type NamesOnFile, namesIn, restoreArguments } from './mask-names.ts';
import { chartPassages } from './read-patient.ts';

/** Of one call, as many as an answer can use. */
const MAX_PASSAGES = 8;
const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

export interface CallPorts {
  tools: Tools;
  names: NameSeal;
  namesOnFile: NamesOnFile;
  checkForPatient: CheckForPatient;
}

interface Caller {
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

/** Puts before what a label says of a drug what this patient's chart says of it: the same checks that an order would meet. */
async function addPatientCheck(
  report: CallReport,
  checkForPatient: CheckForPatient,
  { principal, patient, at }: { principal: Principal; patient: PatientSummary; at: string },
): Promise<CallReport> {
  const { drug, topics, language: asked } = report.call.args;
  const language = Language.catch('en').parse(asked);
  if (typeof drug !== 'string' || drug === '') return report;
  const findings = await checkForPatient(principal, patient.patient_id, drug, language);
  if (findings === null) return report;
  const told = findings.map(({ severity, message }) =>
    fillTemplate(DRUG_FOR_PATIENT[language], { drug, severity: SEVERITY_WORDS[severity][language], message }),
  );
  const lines = told.length > 0 ? told : [fillTemplate(DRUG_WITHOUT_FINDINGS[language], { drug })];
  // What the tables say of any patient has been weighed for this one, unless it is what was asked.
  const others =
    topics === undefined
      ? report.passages.filter(({ document }) => document.source_type !== 'drug_table')
      : report.passages;
  const passages = chartPassages(`check-${report.call.call_id}`, lines, { language, at });
  const isAnswered = report.status === 'ok';
  return {
    ...report,
    // What the chart says is an answer, though the label could not be read.
    ...(isAnswered ? {} : { status: 'ok', unchecked: report.message }),
    passages: [...passages, ...others],
  };
}

/** The reports with this one; an earlier attempt at the same call is forgotten. */
export function withReport(reports: readonly CallReport[], report: CallReport): CallReport[] {
  return [...reports.filter(({ call }) => call.call_id !== report.call.call_id), report];
}

/** What the details panel shows of a call. */
export function callSteps({ call, status, message }: CallReport, language: Language): TimelineStep[] {
  return [
    { step: 'tool', tool: call.tool, query: call.query },
    { step: 'result', tool: call.tool, status, detail: message[language] },
  ];
}
