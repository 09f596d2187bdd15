import { z } from 'zod';
import { Principal } from '../../../domain/access.ts';
import { AskRequest } from '../../../domain/ask.ts';
import { GalenError } from '../../../domain/errors.ts';
import { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type CallPorts, callSteps, callTool, withReport } from '../call-tool.ts';
import {
  CallReport,
  ClinicalContext,
  LoopPosition,
  MAX_RETRIES,
  type PatientSummary,
  PlannedCall,
  TimelineStep,
} from '../clinic-state.ts';
import { patientsFound } from '../gather-evidence.ts';
import { ParsedRequest, parseRequest } from '../request/parse-request.ts';
import type { ReadPatient } from './assemble-context.ts';

/** Makes the one call of a lookup; again, at most twice, while the fault may pass. */
export function executeLookup(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      call: PlannedCall,
      clinical_context: ClinicalContext,
      sealed_names: z.string().default(''),
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
      retries: z.number().default(0),
      fixes: z.number().default(0),
    }),
    outcomes: ['done', 'retry', 'invalid'],

    async run({ request, principal, language, call, clinical_context, sealed_names, ...state }, context) {
      const { patient } = clinical_context;
      const report = await callTool(
        ports,
        call,
        { principal, patient, sealed_names, image: request.image },
        context,
      );
      const writes = {
        reports: withReport(state.reports, report),
        reasoning_timeline: [...state.reasoning_timeline, ...callSteps(report, language)],
      };
      if (report.status === 'invalid' && state.fixes === 0)
        return { outcome: 'invalid' as const, writes: { ...writes, problem: report.message.en } };
      const mayPass = report.status === 'unavailable' && report.strategy === 'retry_same';
      return mayPass && state.retries < MAX_RETRIES
        ? { outcome: 'retry' as const, writes: { ...writes, retries: state.retries + 1 } }
        : { outcome: 'done' as const, writes };
    },
  });
}

/** Looks up what the reasoning needs, both at once. */
export function executeNeeds(ports: CallPorts) {
  return defineNode({
    step: 'execute',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      needs: z.array(PlannedCall),
      clinical_context: ClinicalContext,
      sealed_names: z.string().default(''),
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['executed'],

    async run({ request, principal, language, needs, clinical_context, sealed_names, ...state }, context) {
      const caller = { principal, patient: clinical_context.patient, sealed_names, image: request.image };
      const made = await Promise.all(needs.map((call) => persist(call)));
      return {
        outcome: 'executed' as const,
        writes: {
          reports: made.reduce(withReport, state.reports),
          reasoning_timeline: [
            ...state.reasoning_timeline,
            ...made.flatMap((report) => callSteps(report, language)),
          ],
        },
      };

      /** Again, at most twice, while the fault may pass. */
      async function persist(call: PlannedCall): Promise<CallReport> {
        for (let retries = 0; ; retries += 1) {
          const report = await callTool(ports, call, caller, context);
          const mayPass = report.status === 'unavailable' && report.strategy === 'retry_same';
          if (!mayPass || retries === MAX_RETRIES) return report;
        }
      }
    },
  });
}

/** Makes the call of a subtask. A search that finds one patient opens their chart for the subtasks to come. */
export function executePlan(ports: CallPorts & { readPatient: ReadPatient }) {
  return defineNode({
    step: 'execute',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      call: PlannedCall,
      parsed_request: ParsedRequest,
      clinical_context: ClinicalContext,
      loop: LoopPosition,
      sealed_names: z.string().default(''),
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['executed'],

    async run(
      { request, principal, language, call, parsed_request, clinical_context, loop, sealed_names, ...state },
      context,
    ) {
      const caller = { principal, patient: clinical_context.patient, sealed_names, image: request.image };
      const report = await callTool(ports, call, caller, context);
      const opened = await openPatient(report);
      return {
        outcome: 'executed' as const,
        writes: {
          reports: withReport(state.reports, report),
          loop: { ...loop, iterations: loop.iterations + 1 },
          reasoning_timeline: [...state.reasoning_timeline, ...callSteps(report, language)],
          ...(opened === null ? {} : nowOpen(opened)),
        },
      };

      /** An order is read anew: it may name the one who has just been found. */
      function nowOpen(patient: PatientSummary) {
        return {
          clinical_context: { ...clinical_context, patient },
          parsed_request: parseRequest(parsed_request.text, patient.withheld),
        };
      }

      async function openPatient(searched: CallReport) {
        const [only, ...others] = patientsFound(searched);
        if (only === undefined || others.length > 0) return null;
        try {
          return await ports.readPatient(principal, only.id, language);
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
