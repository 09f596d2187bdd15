import { AskRequest } from '../../domain/ask.ts';
import { CompareRequest } from '../../domain/compare.ts';
import { GalenError } from '../../domain/errors.ts';
import { compareFlows } from '../compare/compare-flows.ts';
import { demoPrincipal } from '../demo-principals.ts';
import { howToDecide } from './approvals.ts';
import { EXIT } from './exit-codes.ts';
import { parseRequest } from './parse-request.ts';
import { printAnswer } from './print-answer.ts';
import { printComparison } from './print-comparison.ts';
import { showEvent } from './show-event.ts';
import { withGalen } from './with-galen.ts';

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
  await withGalen(async ({ turns, approvalDesk }) => {
    const turn = await turns.start(request, principal);
    if (process.stderr.isTTY) {
      for await (const event of turns.follow(principal, turn.id, 0, new AbortController().signal))
        showEvent(event);
    }
    const answer = await turn.answer;
    if (options.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    else {
      printAnswer(answer);
      const proposals = answer.flow === 'clinic' ? await approvalDesk.ofRun(principal, answer.id) : [];
      for (const proposal of proposals.filter(({ state }) => state === 'pending'))
        process.stdout.write(`${howToDecide(proposal)}\n`);
    }
    if (answer.abstained) process.exitCode = EXIT.abstained;
  });
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
  await withGalen(async ({ turns }) => {
    const comparison = await compareFlows({ turns, clock: Date.now }, request, principal);
    if (options.json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`);
    else printComparison(comparison);
    const { evidence, research } = comparison;
    if (evidence.answer.abstained && research.answer.abstained) process.exitCode = EXIT.abstained;
  });
}
