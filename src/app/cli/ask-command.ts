import { z } from 'zod';
import type { Answer } from '../../domain/answer.ts';
import { Proposal } from '../../domain/approval.ts';
import { AskRequest } from '../../domain/ask.ts';
import { CompareRequest, Comparison } from '../../domain/compare.ts';
import { GalenError } from '../../domain/errors.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { EXIT, failAs, parseRequest, withGalen } from './command.ts';
import { howToDecide, printAnswer, printComparison, showEvent } from './print-answer.ts';
import { findServer } from './running-server.ts';

interface AskOptions {
  as?: string;
  compare?: boolean;
  json?: boolean;
  /** What else is given is the request's. */
  [field: string]: unknown;
}

/** Options that the request calls otherwise. */
const NAMES = { patient: 'patient_id', conversation: 'conversation_id', sourceType: 'source_types' };

const Proposals = z.object({ proposals: z.array(Proposal) });

/** `galen ask`: steps as they happen, then the answer with numbered sources. */
export async function ask(words: string[], { compare, ...options }: AskOptions): Promise<void> {
  if (compare) return compareFlows(words, options);
  const { as, json, ...fields } = options;
  const principal = demoPrincipal(as);
  const request = parseRequest(AskRequest, { message: words.join(' '), ...fields }, NAMES);
  const server = await findServer(as);
  if (server === null) {
    return withGalen(async ({ turns, approvalDesk }) => {
      const turn = await turns.start(request, principal);
      if (process.stderr.isTTY) {
        for await (const event of turns.follow(principal, turn.id, 0, new AbortController().signal))
          showEvent(event);
      }
      const answer = await turn.answer;
      await print(answer, () => approvalDesk.ofRun(principal, answer.id));
    });
  }
  for await (const event of server.events('/v1/ask', request)) {
    if (event.type === 'error') failAs(event.data);
    else if (event.type === 'answer') {
      const { id } = event.data;
      await print(event.data, async () => {
        const told = await server.get(`/v1/runs/${id}/approvals`, Proposals);
        return told?.proposals ?? [];
      });
    } else if (process.stderr.isTTY) showEvent(event);
  }

  async function print(answer: Answer, proposalsOf: () => Promise<Proposal[]>): Promise<void> {
    if (json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    else {
      printAnswer(answer);
      const proposals = answer.flow === 'clinic' ? await proposalsOf() : [];
      for (const proposal of proposals.filter(({ state }) => state === 'pending'))
        process.stdout.write(`${howToDecide(proposal)}\n`);
    }
    if (answer.abstained) process.exitCode = EXIT.abstained;
  }
}

/** `galen ask --compare`: the same question to evidence and research, both answers, and how far they agree. */
async function compareFlows(words: string[], { as, json, ...options }: AskOptions): Promise<void> {
  const { flow = 'auto', conversation, role: _role, patient: _patient, ...fields } = options;
  if (conversation !== undefined || flow !== 'auto')
    throw new GalenError('BAD_REQUEST', { problem: '--compare takes neither --flow nor --conversation' });
  const principal = demoPrincipal(as);
  const request = parseRequest(CompareRequest, { message: words.join(' '), ...fields }, NAMES);
  const server = await findServer(as);
  const comparison =
    server !== null
      ? await server.post('/v1/compare', request, Comparison)
      : await withGalen(async ({ turns }) => {
          const turnsOf = await import('../../turns/compare-flows.ts');
          return turnsOf.compareFlows({ turns, clock: Date.now }, request, principal);
        });
  if (comparison === null) return;
  if (json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`);
  else printComparison(comparison);
  const { evidence, research } = comparison;
  if (evidence.answer.abstained && research.answer.abstained) process.exitCode = EXIT.abstained;
}
