import {
  CHART_UNREADABLE,
  DRUG_FOR_PATIENT,
  DRUG_WITHOUT_FINDINGS,
  SMALL_TALK_REPLIES,
} from '../../../../texts/clinic.ts';
import { SEVERITY_WORDS } from '../../../../texts/safety.ts';
import type { CheckForPatient } from '../../../chart/create-writer.ts';
import type { Principal } from '../../../domain/access.ts';
import { byGravity } from '../../../domain/approval.ts';
import { GalenError } from '../../../domain/errors.ts';
import { capitalised, fillTemplate, Language } from '../../../domain/language.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { TOKEN } from '../../../gates/front/pii/find-names.ts';
import type { NameSeal } from '../../../gates/name-seal.port.ts';
import { INPUTS_MISSING, type Tools } from '../../../tools/tools.port.ts';
import {
  type CallReport,
  type ClinicState,
  MAX_RETRIES,
  type PatientSummary,
  type PlannedCall,
  reading,
  SITUATION,
  type TimelineStep,
} from '../clinic-state.ts';
import { OUTSIDE_TOOLS } from '../clinic-tools.ts';
import { patientsFound } from '../gather-evidence.ts';
import { mapTexts, maskNames, type NamesOnFile, namesIn, restoreArguments } from '../mask-names.ts';
import { chartPassages } from '../read-patient.ts';
import { declinesWrite, type ParsedRequest, parseRequest } from '../request/parse-request.ts';
import { requestCues } from '../request/request-cues.ts';
import type { ReadPatient } from './assemble-context.ts';

const CALLING = [...SITUATION, 'request', 'principal', 'sealed_names'] as const;
type Calling = Pick<ClinicState, (typeof CALLING)[number]>;

/** Makes the one call of a lookup; again, at most twice, while the fault may pass. */
export function executeLookup(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: reading(...CALLING, 'call', 'retries', 'fixes'),
    outcomes: ['done', 'retry', 'invalid', 'asks'],

    async run({ call, retries, fixes, ...state }, context) {
      const report = await callTool(ports, call, callerOf(state), context);
      const writes = withReports(state, [report]);
      if (report.status === 'invalid' && fixes === 0)
        return { outcome: 'invalid' as const, writes: { ...writes, problem: report.message.en } };
      if (report.reason === INPUTS_MISSING)
        return { outcome: 'asks' as const, writes: { ...writes, missing: 'inputs' as const } };
      return mayPass(report) && retries < MAX_RETRIES
        ? { outcome: 'retry' as const, writes: { ...writes, retries: retries + 1 } }
        : { outcome: 'done' as const, writes };
    },
  });
}

export function executeNeeds(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: reading(...CALLING, 'needs'),
    outcomes: ['executed'],

    async run({ needs, ...state }, context) {
      const made = await Promise.all(needs.map((call) => persist(call)));
      return { outcome: 'executed' as const, writes: withReports(state, made) };

      async function persist(call: PlannedCall): Promise<CallReport> {
        for (let retries = 0; ; retries += 1) {
          const report = await callTool(ports, call, callerOf(state), context);
          if (!mayPass(report) || retries === MAX_RETRIES) return report;
        }
      }
    },
  });
}

/** Makes the call of a subtask. A search that finds one patient opens their chart for the subtasks to come. */
export function executePlan(ports: CallPorts & { readPatient: ReadPatient }) {
  return defineNode({
    step: 'execute',
    reads: reading(...CALLING, 'call', 'loop'),
    outcomes: ['executed'],

    async run({ call, loop, ...state }, context) {
      const report = await callTool(ports, call, callerOf(state), context);
      const { opened, problem } = await openPatient(report);
      const unread = problem === null ? [] : [unreadChart(context.newId(), problem)];
      return {
        outcome: 'executed' as const,
        writes: {
          ...withReports(state, [report, ...unread]),
          loop: { ...loop, iterations: loop.iterations + 1 },
          ...(opened && {
            clinical_context: { ...state.clinical_context, patient: opened },
            // An order is read anew: it may name the one who has just been found.
            parsed_request: parseRequest(state.parsed_request.text, opened.withheld, opened.medications),
          }),
        },
      };

      async function openPatient(searched: CallReport) {
        const [only, ...others] = patientsFound(searched);
        if (only === undefined || others.length > 0) return { opened: null, problem: null };
        const { principal, language, parsed_request } = state;
        try {
          const opened = await ports.readPatient(principal, only.id, language, parsed_request.text);
          return { opened, problem: null };
        } catch (error) {
          // Found, but not to be read: that is told, and nothing is taken for empty.
          if (!(error instanceof GalenError)) throw error;
          context.emit({ type: 'note', data: { topic: 'chart-unavailable', code: error.code } });
          return { opened: null, problem: error.code };
        }
      }
    },
  });
}

function callerOf({ principal, clinical_context, sealed_names, request }: Calling) {
  return { principal, patient: clinical_context.patient, sealed_names, image: request.image };
}

function withReports(
  { reports, reasoning_timeline, language }: Pick<Calling, 'reports' | 'reasoning_timeline' | 'language'>,
  made: readonly CallReport[],
) {
  return {
    reports: made.reduce(withReport, reports),
    reasoning_timeline: [...reasoning_timeline, ...made.flatMap((report) => callSteps(report, language))],
  };
}

function mayPass({ status, strategy }: CallReport): boolean {
  return status === 'unavailable' && strategy === 'retry_same';
}

/** Looks up, without a model, what a direct answer may rest on; courtesies need nothing. */
export function recallKnowledge(ports: CallPorts) {
  return defineNode({
    step: 'recall',
    reads: reading(...SITUATION, 'principal'),
    outcomes: ['recalled', 'small-talk'],

    async run({ principal, parsed_request, clinical_context, ...state }, context) {
      const courtesy = replyToSmallTalk(parsed_request, state.language);
      if (courtesy !== null) return { outcome: 'small-talk' as const, writes: { courtesy } };
      const query = parsed_request.text;
      const tool = 'retrieve_medical_info' as const;
      const call = { call_id: context.newId(), tool, query, args: { query } };
      const caller = { principal, patient: clinical_context.patient, sealed_names: '', image: null };
      const report = await callTool(ports, call, caller, context);
      return { outcome: 'recalled' as const, writes: withReports(state, [report]) };
    },
  });
}

/** The answer to a courtesy, to what the assistant itself can do, or to a write that is not to be made; else null. */
function replyToSmallTalk(request: ParsedRequest, language: Language): string | null {
  const { folded, cues } = request;
  if (declinesWrite(request)) return SMALL_TALK_REPLIES.declined[language];
  if (!cues.about_assistant && (!cues.small_talk || cues.one_liner)) return null;
  if (requestCues().other_language.test(folded)) return SMALL_TALK_REPLIES.language[language];
  if (cues.about_assistant) return SMALL_TALK_REPLIES.abilities[language];
  if (requestCues().farewell.test(folded)) return SMALL_TALK_REPLIES.farewell[language];
  return requestCues().thanks.test(folded)
    ? SMALL_TALK_REPLIES.thanks[language]
    : SMALL_TALK_REPLIES.greeting[language];
}

/** Of one call, as many as an answer can use. */
const MAX_PASSAGES = 8;

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
  const given = isLooking ? { ...args, image: image.replace(/^data:[^,]*,/u, '') } : args;
  const result = await tools.call(tool, given, { principal, signal, runId, withheld });
  const { status, reason, strategy, message, unchecked, output, sources, sent } = result;
  emit({ type: 'note', data: { topic: 'tool-called', call_id, tool, status, reason, sources, sent } });
  const passages = result.passages.slice(0, MAX_PASSAGES);
  const report = { call, status, reason, strategy, message, unchecked, output, passages };
  if (tool !== 'check_drug_safety' || patient === null) return report;
  const at = new Date(clock()).toISOString();
  return addPatientCheck(report, checkForPatient, { principal, patient, at });
}

function textsOf(args: PlannedCall['args']): string[] {
  return Object.values(args)
    .flat(Number.POSITIVE_INFINITY)
    .filter((value) => typeof value === 'string');
}

/** The language is ours, and a word that people are called by: Vi. */
function sendable({ language, ...said }: PlannedCall['args'], withheld: readonly string[]) {
  const args = mapTexts(said, (text) => withoutNames(text, withheld));
  return language === undefined ? args : { ...args, language };
}

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
  // That it is taken already says nothing against it.
  const against = findings.filter(({ check }) => check !== 'duplicate').toSorted(byGravity);
  const told = against.map(({ severity, message, evidence }) => {
    const source = evidence.find(({ reference }) => reference === null)?.title.replaceAll('. ', ', ');
    return fillTemplate(DRUG_FOR_PATIENT[language], {
      drug: capitalised(drug),
      severity: `${SEVERITY_WORDS[severity][language]}${source === undefined ? '' : ` (${source})`}`,
      message,
    });
  });
  // What is not checked of any drug says nothing of this one; what could not be checked of it does.
  const isClear = against.every(({ severity }) => severity === 'info');
  const clear = fillTemplate(DRUG_WITHOUT_FINDINGS[language], { drug: capitalised(drug) });
  const lines = isClear ? [clear, ...told] : told;
  // What the tables say of any patient has been weighed for this one, unless it is what was asked.
  const others = report.passages.filter(
    ({ document }) => topics !== undefined || document.source_type !== 'drug_table',
  );
  const passages = chartPassages(`check-${report.call.call_id}`, lines, { language, at });
  return {
    ...report,
    // What the chart says is an answer, though the label could not be read.
    ...(report.status === 'ok' ? {} : { status: 'ok', unchecked: report.message }),
    passages: [...passages, ...others],
  };
}

/** A call that was not made, or came to nothing, and what the asker is told of it. */
export function failedReport(
  call: PlannedCall,
  failure: Pick<CallReport, 'status' | 'reason' | 'message'>,
): CallReport {
  return { call, ...failure, strategy: 'skip', output: null, passages: [] };
}

export function unreadChart(call_id: string, reason: string): CallReport {
  const call = { call_id, tool: 'get_patient_chart', query: '', args: {} } as const;
  return failedReport(call, { status: 'unavailable', reason, message: CHART_UNREADABLE });
}

/** The reports with this one; an earlier attempt at the same call is forgotten. */
export function withReport(reports: readonly CallReport[], report: CallReport): CallReport[] {
  return [...reports.filter(({ call }) => call.call_id !== report.call.call_id), report];
}

function callSteps({ call, status, message }: CallReport, language: Language): TimelineStep[] {
  return [
    { step: 'tool', tool: call.tool, query: call.query },
    { step: 'result', tool: call.tool, status, detail: message[language] },
  ];
}
