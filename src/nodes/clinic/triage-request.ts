import { z } from 'zod';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { isAsked } from './asked-write.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { ClinicalContext, TimelineStep } from './clinic-state.ts';
import { findMissing } from './find-missing.ts';
import { maskPrompts } from './mask-prompts.ts';
import type { TriageDecision } from './triage-decision.ts';
import { triageRequestTask } from './triage-request.task.ts';
import { triageByRules } from './triage-rules.ts';

const REASONS: Readonly<Record<TriageDecision['route'], string>> = {
  direct: 'No tool is needed',
  lookup: 'One tool answers it',
  reasoning: 'Clinical reasoning with patient context',
  multi_step: 'More than one task',
};

/** Sends the request one of four ways, or asks back when something is missing that nothing can stand in for. */
export function triageRequest({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'triage',
    reads: z.object({
      clinical_context: ClinicalContext,
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['direct', 'lookup', 'reasoning', 'multi_step', 'clarify'],

    async run({ clinical_context, reasoning_timeline }, context) {
      const input = {
        question: clinical_context.user_input,
        has_patient: clinical_context.patient !== null,
        has_image: clinical_context.image_present,
      };
      const { output } = await gateway.run(
        maskPrompts(triageRequestTask, clinical_context.patient?.withheld ?? []),
        input,
        withinCalls(context, CALLS_AFTER.triage),
      );
      const isAllowed = isAsked(output.tool, input.question);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: output.tool } });
      const triage = isAllowed ? completed(output, input) : triageByRules(input);
      const missing = findMissing(triage, input);
      const route = missing === null ? triage.route : ('clarify' as const);
      const writes = {
        triage,
        route,
        reasoning_timeline: [
          { step: 'triage', decision: route.toUpperCase(), reason: missing ?? REASONS[triage.route] },
          ...reasoning_timeline,
        ],
      };
      return missing === null
        ? { outcome: triage.route, writes }
        : { outcome: 'clarify' as const, writes: { ...writes, missing } };
    },
  });
}

/** A lookup names its tool: where a model left it out, the rules say which, or that it is none. */
function completed(decision: TriageDecision, input: Parameters<typeof triageByRules>[0]): TriageDecision {
  if (decision.route !== 'lookup') return { route: decision.route, tool: null, query: null };
  if (decision.tool === null) return triageByRules(input);
  return { ...decision, query: decision.query?.trim() || input.question };
}
