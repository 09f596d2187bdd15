import type { CheckForPatient, PrepareWrite, WriteToChart } from '../../chart/create-writer.ts';
import type { JudgeFor } from '../../chart/safety/judge-for-patient.ts';
import { defineFlow } from '../../engine/define-flow.ts';
import type { BackGate } from '../../gates/back-gate.port.ts';
import type { FrontGate } from '../../gates/front-gate.port.ts';
import type { NameSeal } from '../../gates/name-seal.port.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { Approvals } from '../../records/approvals.port.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import type { Tools } from '../../tools/tools.port.ts';
import { abstain } from '../shared/abstain.ts';
import { backGate } from '../shared/back-gate.ts';
import { frontGate } from '../shared/front-gate.ts';
import { openTurn } from '../shared/open-turn.ts';
import { ClinicState } from './clinic-state.ts';
import type { NamesOnFile } from './mask-names.ts';
import { askClarification } from './steps/ask-clarification.ts';
import { admitClinician, assembleContext, detectImage, type ReadPatient } from './steps/assemble-context.ts';
import { executeLookup, executeNeeds, executePlan, recallKnowledge } from './steps/execute-calls.ts';
import { fixArguments, planLookup, planSubtask } from './steps/plan-calls.ts';
import { awaitApproval, proposeWrites } from './steps/propose-writes.ts';
import { extractToolNeeds, reasonAgain, think } from './steps/reason.ts';
import {
  advanceSubtask,
  assessResult,
  chooseStrategy,
  decomposeIntent,
  settleMissing,
} from './steps/run-subtasks.ts';
import { quoteResults, synthesizeResponse } from './steps/synthesize-response.ts';
import { triageRequest } from './steps/triage-request.ts';
import { validateCall } from './steps/validate-call.ts';

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
  judgeFor: JudgeFor;
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
      // What a chart says is not sent to a model a second time.
      backGate: backGate({ backGate: ports.backGate }),
    },
    routes: {
      frontGate: { pass: 'admitClinician', refuse: 'end' },
      admitClinician: { admitted: 'openTurn' },
      openTurn: { opened: 'detectImage', crisis: 'backGate' },
      detectImage: { detected: 'assembleContext' },
      assembleContext: { assembled: 'triageRequest' },
      triageRequest: {
        direct: 'recallKnowledge',
        lookup: 'planLookup',
        charted: 'synthesizeResponse',
        reasoning: 'think',
        multi_step: 'decomposeIntent',
        clarify: 'askClarification',
      },
      recallKnowledge: { recalled: 'synthesizeResponse', 'small-talk': 'synthesizeResponse' },

      planLookup: { planned: 'validateLookup' },
      validateLookup: { valid: 'executeLookup', invalid: 'fixLookup', write: 'proposeWrites' },
      fixLookup: { fixed: 'executeLookup', 'needs-input': 'askClarification' },
      executeLookup: {
        done: 'synthesizeResponse',
        retry: 'executeLookup',
        invalid: 'fixLookup',
        asks: 'askClarification',
      },

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

      proposeWrites: {
        proposed: 'awaitApproval',
        refused: 'synthesizeResponse',
        unclear: 'askClarification',
      },
      awaitApproval: { settled: 'synthesizeResponse' },

      synthesizeResponse: { answered: 'backGate', insufficient: 'quoteResults', nothing: 'abstain' },
      quoteResults: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      askClarification: { asked: 'backGate' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteResults', unsure: 'quoteResults' },
    },
  });
}
