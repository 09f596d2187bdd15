import type { Principal } from '../../domain/access.ts';
import { AskRequest, type FlowName } from '../../domain/ask.ts';
import type { ComparedTurn, CompareRequest, Comparison } from '../../domain/compare.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { Turns } from '../turns/create-turns.ts';
import { measureAgreement } from './measure-agreement.ts';

/** Asks both flows the same question, one after the other, so that neither slows the other down. */
export async function compareFlows(
  { turns, clock }: { turns: Pick<Turns, 'start'>; clock: Clock },
  request: CompareRequest,
  principal: Principal,
): Promise<Comparison> {
  const evidence = await timed('evidence');
  const research = await timed('research');
  return { evidence, research, agreement: measureAgreement(evidence, research) };

  async function timed(flow: FlowName): Promise<ComparedTurn> {
    const started = clock();
    // Sources are needed to compare; whether they are shown is the asker's to say.
    const asked = AskRequest.parse({ ...request, flow, return_sources: true });
    const turn = await turns.start(asked, principal);
    const answer = await turn.answer;
    const latency_ms = clock() - started;
    const documents = new Map(answer.sources.map(({ document_id, title }) => [document_id, title]));
    return {
      latency_ms,
      confidence: answer.confidence,
      sources: [...documents].map(([document_id, title]) => ({ document_id, title })),
      answer: request.return_sources ? answer : { ...answer, sources: [] },
    };
  }
}
