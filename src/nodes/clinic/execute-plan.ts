import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { ReadPatient } from './assemble-context.ts';
import { type CallPorts, callTool } from './call-tool.ts';
import { CallReport, ClinicalContext, LoopPosition, PlannedCall, TimelineStep } from './clinic-state.ts';
import { patientsFound } from './describe-report.ts';
import { callSteps, withReport } from './report-call.ts';

/** Makes the call of a subtask. A search that finds one patient opens their chart for the subtasks to come. */
export function executePlan(ports: CallPorts & { readPatient: ReadPatient }) {
  return defineNode({
    step: 'execute',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      call: PlannedCall,
      clinical_context: ClinicalContext,
      loop: LoopPosition,
      sealed_names: z.string().default(''),
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['executed'],

    async run(
      { request, principal, language, call, clinical_context, loop, sealed_names, ...state },
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
          ...(opened === null ? {} : { clinical_context: { ...clinical_context, patient: opened } }),
        },
      };

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
