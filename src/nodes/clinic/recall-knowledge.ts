import { z } from 'zod';
import { Principal } from '../../domain/access.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { type CallPorts, callTool } from './call-tool.ts';
import { CallReport, ClinicalContext, TimelineStep } from './clinic-state.ts';
import { callSteps, withReport } from './report-call.ts';
import { isSmallTalk } from './small-talk.ts';

/** Looks up, without a model, what a direct answer may rest on; courtesies need nothing. */
export function recallKnowledge(ports: CallPorts) {
  return defineNode({
    step: 'recall',
    reads: z.object({
      principal: Principal,
      language: Language,
      clinical_context: ClinicalContext,
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['recalled', 'small-talk'],

    async run({ principal, language, clinical_context, reports, reasoning_timeline }, context) {
      const query = clinical_context.user_input;
      if (isSmallTalk(query)) return { outcome: 'small-talk' as const, writes: {} };
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
          reports: withReport(reports, report),
          reasoning_timeline: [...reasoning_timeline, ...callSteps(report, language)],
        },
      };
    },
  });
}
