import { fixArgumentsTask, planSubtaskTask } from '../../src/flows/clinic/steps/plan-calls.ts';
import { extractToolNeedsTask, reasonAgainTask, thinkTask } from '../../src/flows/clinic/steps/reason.ts';
import { decomposeIntentTask } from '../../src/flows/clinic/steps/run-subtasks.ts';
import { synthesizeResponseTask } from '../../src/flows/clinic/steps/synthesize-response.ts';
import { triageRequestTask } from '../../src/flows/clinic/steps/triage-request.ts';
import { classifyTopicTask } from '../../src/flows/consult/steps/classify-topic.ts';
import { composeAnswerTask as composeConsultTask } from '../../src/flows/consult/steps/compose-answer.ts';
import { createRetrievalQueryTask } from '../../src/flows/consult/steps/create-retrieval-query.ts';
import { decideRetrieveOrAnswerTask } from '../../src/flows/consult/steps/decide-retrieve-or-answer.ts';
import { filterCandidatesTask } from '../../src/flows/consult/steps/filter-candidates.ts';
import { chooseNextActionTask } from '../../src/flows/consult/steps/run-rag-agent.ts';
import { composeAnswerTask as composeDeskTask } from '../../src/flows/desk/steps/format-final.ts';
import { routeQuestionTask } from '../../src/flows/desk/steps/reflect-and-route.ts';
import { summariseFindingsTask } from '../../src/flows/desk/tools/create-desk-tools.ts';
import { enhanceQueryTask } from '../../src/flows/evidence/steps/enhance-query.ts';
import { generateAnswerTask } from '../../src/flows/evidence/steps/generate-answer.ts';
import { classifyQuestionTask } from '../../src/flows/research/steps/classify-question.ts';
import { decomposeQuestionTask } from '../../src/flows/research/steps/decompose-question.ts';
import { refineQueriesTask } from '../../src/flows/research/steps/reflect-on-answer.ts';
import { synthesizeAnswerTask } from '../../src/flows/research/steps/synthesize-answer.ts';
import type { Task } from '../../src/llm/gateway.port.ts';

export type AnyTask = Task<unknown, unknown>;

/** Every task that a model may be asked, by its flow and name. */
export const MODEL_TASKS: ReadonlyMap<string, AnyTask> = new Map(
  Object.entries({
    evidence: [enhanceQueryTask, generateAnswerTask],
    research: [classifyQuestionTask, decomposeQuestionTask, refineQueriesTask, synthesizeAnswerTask],
    consult: [
      decideRetrieveOrAnswerTask,
      chooseNextActionTask,
      createRetrievalQueryTask,
      classifyTopicTask,
      filterCandidatesTask,
      composeConsultTask,
    ],
    clinic: [
      triageRequestTask,
      decomposeIntentTask,
      planSubtaskTask,
      fixArgumentsTask,
      thinkTask,
      extractToolNeedsTask,
      reasonAgainTask,
      synthesizeResponseTask,
    ],
    desk: [routeQuestionTask, summariseFindingsTask, composeDeskTask],
  }).flatMap(
    (
      [flow, tasks], // Cast, because a task is only ever given an input that was recorded for it.
    ) => tasks.map((task) => [`${flow}/${task.name}`, task as unknown as AnyTask] as const),
  ),
);
