import { mayUseCharts, type Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { AskRequest, FlowName } from '../domain/ask.ts';
import { GalenError } from '../domain/errors.ts';
import { howNear } from '../domain/passage.ts';
import { needsClinic } from '../flows/clinic/request/parse-request.ts';
import { roleOf } from '../flows/consult/roles.ts';
import { typeFromCues } from '../flows/research/steps/classify-question.ts';
import { type SearchPorts, searchEverything } from '../flows/shared/search-everything.ts';
import { detectLanguage } from '../gates/front/detect-language.ts';
import type { FrontGate } from '../gates/front-gate.port.ts';
import { drugNamesIn } from '../language/drugs/drug-names.ts';
import { recogniseSmallTalk } from '../language/read-small-talk.ts';
import { expandQuery } from '../language/search-terms/medical-terms.ts';
import type { AskFlow } from './run-turn.ts';

export interface Choice {
  flow: AskFlow;
  reason: string;
}

interface ChoiceOptions {
  /** What was said last in the conversation. */
  last?: Pick<Answer, 'flow' | 'route'> | null;
  /** Whether a single passage answers the question as it was asked. */
  isAnswered?: () => Promise<boolean>;
}

/** The flow that answers, and why: code decides, the trace tells. */
export async function chooseFlow(
  request: AskRequest,
  principal: Principal,
  flows: readonly AskFlow[],
  { last = null, isAnswered = async () => false }: ChoiceOptions = {},
): Promise<Choice> {
  const isAvailable = (wanted: FlowName) => flows.some((flow) => flow.name === wanted);
  const askedBy = last?.route === 'clarify' && isAvailable(last.flow) ? last.flow : null;
  const { name, reason } = await choiceFor(request, principal, { isAvailable, askedBy, isAnswered });
  // A role nobody knows is told before anything is stored.
  if (name === 'consult') roleOf(request.role, principal);
  const flow = flows.find((candidate) => candidate.name === name);
  if (flow) return { flow, reason };
  const available = flows.map((candidate) => candidate.name).join(', ');
  throw new GalenError('FLOW_NOT_AVAILABLE', { flow: name, available }, { language: request.language });
}

interface Circumstances extends Required<Pick<ChoiceOptions, 'isAnswered'>> {
  isAvailable: (flow: FlowName) => boolean;
  askedBy: FlowName | null;
}

async function choiceFor(
  { flow, image, patient_id, role, message, language, desk }: AskRequest,
  principal: Principal,
  { isAvailable, askedBy, isAnswered }: Circumstances,
): Promise<{ name: FlowName; reason: string }> {
  const { audience } = principal;
  // An image or a chart is never silently left out of an answer.
  if (image !== null || patient_id !== null) {
    if (flow !== 'auto' && flow !== 'clinic') {
      const problem = `image and patient_id belong to the clinic flow, not to ${flow}`;
      throw new GalenError('BAD_REQUEST', { problem });
    }
    return { name: 'clinic', reason: 'it comes with an image or a patient' };
  }
  if (desk !== undefined && flow !== 'auto' && flow !== 'desk') {
    throw new GalenError('BAD_REQUEST', { problem: `desk belongs to the desk flow, not to ${flow}` });
  }
  if (desk !== undefined) return { name: 'desk', reason: 'it comes with what the desk needs' };
  if (flow !== 'auto') return { name: flow, reason: 'asked for by name' };
  if (askedBy !== null) return { name: askedBy, reason: 'auto: it answers what was asked back' };
  // By audience first: whoever has a flow of their own (a consultation in a role, a department's desk) goes there.
  if (role !== null) return { name: 'consult', reason: `auto: asked in the role ${role}` };
  // Nothing is asked: nothing is searched.
  if (audience !== 'staff' && recogniseSmallTalk(message) !== null && isAvailable('consult'))
    return { name: 'consult', reason: 'auto: small talk' };
  if (audience === 'staff' && isAvailable('desk'))
    return { name: 'desk', reason: 'auto: staff ask their departments' };
  const forClinic = isAvailable('clinic') && mayUseCharts(principal) ? needsClinic(message) : null;
  if (forClinic !== null) return { name: 'clinic', reason: `auto: a ${audience} with ${forClinic}` };

  // Then by the question: the cheapest flow that fits. What sounds like a question in parts is often one that a single
  // passage answers; only who names the drugs to compare surely wants them side by side.
  const { type } = typeFromCues(message, language ?? detectLanguage(message));
  if (type !== 'SIMPLE' && isAvailable('research')) {
    const isCompared = type === 'COMPARATIVE' && drugNamesIn(message).length > 1;
    if (!isCompared && (await isAnswered()))
      return { name: 'evidence', reason: `auto: a ${audience} whose question one passage answers` };
    return { name: 'research', reason: `auto: a ${audience} with a question in parts (${type})` };
  }
  return { name: 'evidence', reason: `auto: a ${audience} with one question to the literature` };
}

/** Longer than this nobody waits only to learn which flow is the better one. */
const LOOK_LIMIT_MS = 1_500;

/** Looks cheaply through all that the asker may read; only what the front gate lets through is searched for, as it hands it on. */
export function createAnswerCheck(
  { frontGate, ...search }: SearchPorts & { frontGate: FrontGate },
  limitMs = LOOK_LIMIT_MS,
) {
  return async (request: AskRequest, principal: Principal): Promise<boolean> => {
    if (!search.reranker.judges) return false;
    const gate = await frontGate.check({ ...request, principal, flow: 'evidence' });
    if (gate.outcome === 'refuse') return false;
    const { message: query, language } = gate;
    const signal = AbortSignal.timeout(limitMs);
    const expansions = expandQuery(query, language);
    const asked = { request, principal, language, query, expansions, signal };
    try {
      const { kept } = await searchEverything(search, asked);
      return kept.length > 0 && howNear(kept) === 'answers';
    } catch (error) {
      // Too slow to be worth it: the flow is chosen by the question's words.
      if (signal.aborted) return false;
      throw error;
    }
  };
}
