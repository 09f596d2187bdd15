import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { type CallPorts, callTool } from './call-tool.ts';
import { CallReport, ClinicalContext, MAX_RETRIES, PlannedCall, TimelineStep } from './clinic-state.ts';
import { callSteps, withReport } from './report-call.ts';

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
