import { SMALL_TALK_REPLIES } from '../../../../texts/clinic.ts';
import { GalenError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type CallPorts, callSteps, callTool, withReport } from '../call-tool.ts';
import {
  type CallReport,
  type ClinicState,
  MAX_RETRIES,
  type PatientSummary,
  type PlannedCall,
  reading,
} from '../clinic-state.ts';
import { patientsFound } from '../gather-evidence.ts';
import { declinesWrite, type ParsedRequest, parseRequest } from '../request/parse-request.ts';
import { requestCues } from '../request/request-cues.ts';
import type { ReadPatient } from './assemble-context.ts';

/** What every call is made with, and where it is written down. */
const CALLING = [
  'request',
  'principal',
  'language',
  'clinical_context',
  'sealed_names',
  'reports',
  'reasoning_timeline',
] as const;
type Calling = Pick<ClinicState, (typeof CALLING)[number]>;

/** Makes the one call of a lookup; again, at most twice, while the fault may pass. */
export function executeLookup(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: reading(...CALLING, 'call', 'retries', 'fixes'),
    outcomes: ['done', 'retry', 'invalid'],

    async run({ call, retries, fixes, ...state }, context) {
      const report = await callTool(ports, call, callerOf(state), context);
      const writes = withReports(state, [report]);
      if (report.status === 'invalid' && fixes === 0)
        return { outcome: 'invalid' as const, writes: { ...writes, problem: report.message.en } };
      return mayPass(report) && retries < MAX_RETRIES
        ? { outcome: 'retry' as const, writes: { ...writes, retries: retries + 1 } }
        : { outcome: 'done' as const, writes };
    },
  });
}

/** Looks up what the reasoning needs, both at once. */
export function executeNeeds(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: reading(...CALLING, 'needs'),
    outcomes: ['executed'],

    async run({ needs, ...state }, context) {
      const made = await Promise.all(needs.map((call) => persist(call)));
      return { outcome: 'executed' as const, writes: withReports(state, made) };

      /** Again, at most twice, while the fault may pass. */
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
    reads: reading(...CALLING, 'call', 'parsed_request', 'loop'),
    outcomes: ['executed'],

    async run({ call, parsed_request, loop, ...state }, context) {
      const report = await callTool(ports, call, callerOf(state), context);
      const opened = await openPatient(report);
      return {
        outcome: 'executed' as const,
        writes: {
          ...withReports(state, [report]),
          loop: { ...loop, iterations: loop.iterations + 1 },
          ...(opened === null ? {} : nowOpen(opened)),
        },
      };

      /** An order is read anew: it may name the one who has just been found. */
      function nowOpen(patient: PatientSummary) {
        return {
          clinical_context: { ...state.clinical_context, patient },
          parsed_request: parseRequest(parsed_request.text, patient.withheld),
        };
      }

      async function openPatient(searched: CallReport) {
        const [only, ...others] = patientsFound(searched);
        if (only === undefined || others.length > 0) return null;
        try {
          return await ports.readPatient(state.principal, only.id, state.language);
        } catch (error) {
          // Found, but not to be read: the subtasks that need the chart will say so.
          if (!(error instanceof GalenError)) throw error;
          context.emit({ type: 'note', data: { topic: 'chart-unavailable', code: error.code } });
          return null;
        }
      }
    },
  });
}

function callerOf({ principal, clinical_context, sealed_names, request }: Calling) {
  return { principal, patient: clinical_context.patient, sealed_names, image: request.image };
}

function withReports({ reports, reasoning_timeline, language }: Calling, made: readonly CallReport[]) {
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
    reads: reading(
      'principal',
      'language',
      'parsed_request',
      'clinical_context',
      'reports',
      'reasoning_timeline',
    ),
    outcomes: ['recalled', 'small-talk'],

    async run({ principal, language, parsed_request, clinical_context, ...state }, context) {
      const courtesy = replyToSmallTalk(parsed_request, language);
      if (courtesy !== null) return { outcome: 'small-talk' as const, writes: { courtesy } };
      const query = parsed_request.text;
      const call = {
        call_id: context.newId(),
        tool: 'retrieve_medical_info' as const,
        query,
        args: { query },
      };
      const caller = { principal, patient: clinical_context.patient, sealed_names: '', image: null };
      const report = await callTool(ports, call, caller, context);
      return {
        outcome: 'recalled' as const,
        writes: {
          reports: withReport(state.reports, report),
          reasoning_timeline: [...state.reasoning_timeline, ...callSteps(report, language)],
        },
      };
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
