import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { type CallPorts, callTool } from './call-tool.ts';
import { CallReport, ClinicalContext, MAX_RETRIES, PlannedCall, TimelineStep } from './clinic-state.ts';
import { callSteps, withReport } from './report-call.ts';

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
