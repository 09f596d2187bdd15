import { z } from 'zod';
import type { CheckForPatient, PrepareWrite, WriteToChart } from '../chart/create-writer.ts';
import { Proposal, WriteCall } from '../domain/approval.ts';
import { defineFlow } from '../engine/define-flow.ts';
import type { BackGate } from '../guardrails/back-gate.port.ts';
import type { FrontGate } from '../guardrails/front-gate.port.ts';
import type { NameSeal } from '../guardrails/name-seal.port.ts';
import type { Gateway } from '../llm/gateway.port.ts';
import {
  CallReport,
  Clarification,
  ClinicalContext,
  LoopPosition,
  Missing,
  PlannedCall,
  Subtask,
  TimelineStep,
  TriageDecision,
} from '../nodes/clinic/clinic-state.ts';
import { EvidenceSection } from '../nodes/clinic/gather-evidence.ts';
import type { NamesOnFile } from '../nodes/clinic/mask-names.ts';
import { ParsedRequest } from '../nodes/clinic/request/parse-request.ts';
import { askClarification } from '../nodes/clinic/steps/ask-clarification.ts';
import {
  admitClinician,
  assembleContext,
  detectImage,
  type ReadPatient,
} from '../nodes/clinic/steps/assemble-context.ts';
import { awaitApproval } from '../nodes/clinic/steps/await-approval.ts';
import { decomposeIntent } from '../nodes/clinic/steps/decompose-intent.ts';
import { executeLookup, executeNeeds, executePlan } from '../nodes/clinic/steps/execute-calls.ts';
import { extractToolNeeds } from '../nodes/clinic/steps/extract-tool-needs.ts';
import { fixArguments } from '../nodes/clinic/steps/fix-arguments.ts';
import { planLookup, planSubtask } from '../nodes/clinic/steps/plan-calls.ts';
import { proposeWrites } from '../nodes/clinic/steps/propose-writes.ts';
import { reasonAgain, think } from '../nodes/clinic/steps/reason.ts';
import { recallKnowledge } from '../nodes/clinic/steps/recall-knowledge.ts';
import {
  advanceSubtask,
  assessResult,
  chooseStrategy,
  settleMissing,
} from '../nodes/clinic/steps/run-subtasks.ts';
import { quoteResults, synthesizeResponse } from '../nodes/clinic/steps/synthesize-response.ts';
import { triageRequest } from '../nodes/clinic/steps/triage-request.ts';
import { validateCall } from '../nodes/clinic/steps/validate-call.ts';
import { abstain } from '../nodes/shared/abstain.ts';
import { backGate } from '../nodes/shared/back-gate.ts';
import { frontGate } from '../nodes/shared/front-gate.ts';
import { openTurn } from '../nodes/shared/open-turn.ts';
import type { Approvals } from '../records/approvals.port.ts';
import type { RunRecords } from '../records/run-records.port.ts';
import type { Tools } from '../tools/tools.port.ts';
import { TurnState } from './turn-state.ts';

export const ClinicState = TurnState.extend({
  image_present: z.boolean(),
  parsed_request: ParsedRequest,
  clinical_context: ClinicalContext,
  triage: TriageDecision,
  missing: Missing,
  clarification: Clarification,

  call: PlannedCall,
  problem: z.string(),
  fixes: z.number().int(),
  retries: z.number().int(),
  reports: z.array(CallReport),

  courtesy: z.string(),
  thinking: z.string(),
  needs: z.array(PlannedCall),

  subtasks: z.array(Subtask),
  loop: LoopPosition,

  write_calls: z.array(WriteCall),
  proposals: z.array(Proposal),

  sections: z.array(EvidenceSection),
  quoted: z.boolean(),
  reasoning_timeline: z.array(TimelineStep),
});
export type ClinicState = z.infer<typeof ClinicState>;

export interface ClinicPorts {
  frontGate: FrontGate;
  backGate: BackGate;
  gateway: Gateway;
  records: RunRecords;
  tools: Tools;
  readPatient: ReadPatient;
  names: NameSeal;
  namesOnFile: NamesOnFile;
  approvals: Approvals;
  prepareWrite: PrepareWrite;
  writeToChart: WriteToChart;
  checkForPatient: CheckForPatient;
  approvalMs: number;
}

/** A clinician with a chart and tools: an answer with its sources, a question back, or a write that waits for a yes. */
export function clinicFlow(ports: ClinicPorts) {
  return defineFlow({
    name: 'clinic',
    state: ClinicState,
    maxSteps: 130,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, flow: 'clinic' }),
      admitClinician: admitClinician(),
      openTurn: openTurn({ ...ports, flow: 'clinic' }),
      detectImage: detectImage(),
      assembleContext: assembleContext(ports),
      triageRequest: triageRequest(ports),
      recallKnowledge: recallKnowledge(ports),
      planLookup: planLookup(),
      validateLookup: validateCall(ports),
      fixLookup: fixArguments(ports),
      executeLookup: executeLookup(ports),
      think: think(ports),
      extractToolNeeds: extractToolNeeds(ports),
      executeNeeds: executeNeeds(ports),
      reasonAgain: reasonAgain(ports),
      decomposeIntent: decomposeIntent(ports),
      planSubtask: planSubtask(ports),
      validatePlan: validateCall(ports),
      fixPlan: fixArguments(ports),
      settleMissing: settleMissing(),
      executePlan: executePlan(ports),
      assessResult: assessResult(),
      chooseStrategy: chooseStrategy(),
      advanceSubtask: advanceSubtask(),
      proposeWrites: proposeWrites(ports),
      awaitApproval: awaitApproval(ports),
      synthesizeResponse: synthesizeResponse(ports),
      quoteResults: quoteResults(),
      askClarification: askClarification(),
      abstain: abstain(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'admitClinician', refuse: 'end' },
      admitClinician: { admitted: 'openTurn' },
      openTurn: { opened: 'detectImage' },
      detectImage: { detected: 'assembleContext' },
      assembleContext: { assembled: 'triageRequest' },
      triageRequest: {
        direct: 'recallKnowledge',
        lookup: 'planLookup',
        reasoning: 'think',
        multi_step: 'decomposeIntent',
        clarify: 'askClarification',
      },
      recallKnowledge: { recalled: 'synthesizeResponse', 'small-talk': 'synthesizeResponse' },

      planLookup: { planned: 'validateLookup' },
      validateLookup: { valid: 'executeLookup', invalid: 'fixLookup', write: 'proposeWrites' },
      fixLookup: { fixed: 'executeLookup', 'needs-input': 'askClarification' },
      executeLookup: { done: 'synthesizeResponse', retry: 'executeLookup', invalid: 'fixLookup' },

      think: { thought: 'extractToolNeeds' },
      extractToolNeeds: { none: 'synthesizeResponse', needed: 'executeNeeds' },
      executeNeeds: { executed: 'reasonAgain' },
      reasonAgain: { thought: 'synthesizeResponse' },

      decomposeIntent: { decomposed: 'planSubtask' },
      planSubtask: { planned: 'validatePlan' },
      validatePlan: { valid: 'executePlan', invalid: 'fixPlan', write: 'advanceSubtask' },
      fixPlan: { fixed: 'executePlan', 'needs-input': 'settleMissing' },
      settleMissing: { clarify: 'askClarification', skip: 'advanceSubtask' },
      executePlan: { executed: 'assessResult' },
      assessResult: {
        success: 'advanceSubtask',
        'needs-more-action': 'planSubtask',
        'needs-user-input': 'askClarification',
        error: 'chooseStrategy',
      },
      chooseStrategy: {
        retry_same: 'executePlan',
        retry_reformulate: 'planSubtask',
        skip_subtask: 'advanceSubtask',
      },
      advanceSubtask: { next: 'planSubtask', writes: 'proposeWrites', done: 'synthesizeResponse' },

      proposeWrites: { proposed: 'awaitApproval', refused: 'synthesizeResponse' },
      awaitApproval: { settled: 'synthesizeResponse' },

      synthesizeResponse: { answered: 'backGate', insufficient: 'quoteResults', nothing: 'abstain' },
      quoteResults: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      askClarification: { asked: 'backGate' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteResults', unsure: 'quoteResults' },
    },
  });
}
