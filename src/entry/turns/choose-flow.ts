import type { AskRequest } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import type { AskFlow } from './ask-flow.ts';

export interface Choice {
  flow: AskFlow;
  reason: string;
}

/** The flow that answers, and why: code decides, the trace tells. */
export function chooseFlow(request: AskRequest, flows: readonly AskFlow[]): Choice {
  const available = flows.map(({ name }) => name).join(', ');
  const wanted = request.flow === 'auto' ? 'evidence' : request.flow;
  const flow = flows.find(({ name }) => name === wanted);
  if (!flow) throw new GalenError('FLOW_NOT_AVAILABLE', { flow: wanted, available });
  const reason =
    request.flow === 'auto'
      ? `auto: one question to the literature (available: ${available})`
      : 'asked for by name';
  return { flow, reason };
}
