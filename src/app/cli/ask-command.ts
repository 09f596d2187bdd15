import { z } from 'zod';
import type { Answer } from '../../domain/answer.ts';
import { Proposal } from '../../domain/approval.ts';
import { AskRequest } from '../../domain/ask.ts';
import { CompareRequest, Comparison } from '../../domain/compare.ts';
import { GalenError } from '../../domain/errors.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { EXIT, failAs, parseRequest, withGalen } from './command.ts';
import { howToDecide, printAnswer, printComparison, showEvent } from './print-answer.ts';
import { findServer, type RunningServer } from './running-server.ts';

interface AskOptions {
  flow?: string;
  role?: string;
  patient?: string;
  language?: string;
  as?: string;
  conversation?: string;
  sourceType?: string[];
  minEvidenceLevel?: number;
  compare?: boolean;
  json?: boolean;
}

const Proposals = z.object({ proposals: z.array(Proposal) });

/** `galen ask`: steps as they happen, then the answer with numbered sources. */
export async function ask(words: string[], options: AskOptions): Promise<void> {
  if (options.compare) return compare(words, options);
  const principal = demoPrincipal(options.as);
  const request = parseRequest(AskRequest, {
    message: words.join(' '),
    flow: options.flow,
    role: options.role,
    patient_id: options.patient,
    language: options.language,
    conversation_id: options.conversation,
    source_types: options.sourceType,
    min_evidence_level: options.minEvidenceLevel,
  });
  const server = await findServer(options.as);
  if (server !== null) return askServer(server, request, options);
  await withGalen(async ({ turns, approvalDesk }) => {
    const turn = await turns.start(request, principal);
    if (process.stderr.isTTY) {
      for await (const event of turns.follow(principal, turn.id, 0, new AbortController().signal))
        showEvent(event);
    }
    const answer = await turn.answer;
    await print(answer, options, () => approvalDesk.ofRun(principal, answer.id));
  });
}

async function askServer(server: RunningServer, request: AskRequest, options: AskOptions): Promise<void> {
  for await (const event of server.events('/v1/ask', request)) {
    if (event.type === 'error') failAs(event.data);
    else if (event.type === 'answer') {
      const { id } = event.data;
      await print(event.data, options, async () => {
        const told = await server.get(`/v1/runs/${id}/approvals`, Proposals);
        return told?.proposals ?? [];
      });
    } else if (process.stderr.isTTY) showEvent(event);
  }
}

async function print(
  answer: Answer,
  { json }: AskOptions,
  proposalsOf: () => Promise<Proposal[]>,
): Promise<void> {
  if (json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else {
    printAnswer(answer);
    const proposals = answer.flow === 'clinic' ? await proposalsOf() : [];
    for (const proposal of proposals.filter(({ state }) => state === 'pending'))
      process.stdout.write(`${howToDecide(proposal)}\n`);
  }
  if (answer.abstained) process.exitCode = EXIT.abstained;
}

/** `galen ask --compare`: the same question to evidence and research, both answers, and how far they agree. */
async function compare(words: string[], options: AskOptions): Promise<void> {
  if (options.conversation !== undefined || (options.flow ?? 'auto') !== 'auto')
    throw new GalenError('BAD_REQUEST', { problem: '--compare takes neither --flow nor --conversation' });
  const principal = demoPrincipal(options.as);
  const request = parseRequest(CompareRequest, {
    message: words.join(' '),
    language: options.language,
    source_types: options.sourceType,
    min_evidence_level: options.minEvidenceLevel,
  });
  const server = await findServer(options.as);
  const comparison =
    server !== null
      ? await server.post('/v1/compare', request, Comparison)
      : await withGalen(async ({ turns }) => {
          const { compareFlows } = await import('../../turns/compare-flows.ts');
          return compareFlows({ turns, clock: Date.now }, request, principal);
        });
  if (comparison === null) return;
  if (options.json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`);
  else printComparison(comparison);
  const { evidence, research } = comparison;
  if (evidence.answer.abstained && research.answer.abstained) process.exitCode = EXIT.abstained;
}
