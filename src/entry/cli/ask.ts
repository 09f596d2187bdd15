import { AskRequest } from '../../domain/ask.ts';
import { demoPrincipal } from '../demo-principals.ts';
import { EXIT } from './exit-codes.ts';
import { parseRequest } from './parse-request.ts';
import { printAnswer } from './print-answer.ts';
import { showEvent } from './show-event.ts';
import { withGalen } from './with-galen.ts';

interface AskOptions {
  flow?: string;
  role?: string;
  language?: string;
  as?: string;
  conversation?: string;
  sourceType?: string[];
  minEvidenceLevel?: number;
  json?: boolean;
}

/** `galen ask`: steps as they happen, then the answer with numbered sources. */
export async function ask(words: string[], options: AskOptions): Promise<void> {
  const principal = demoPrincipal(options.as);
  const request = parseRequest(AskRequest, {
    message: words.join(' '),
    flow: options.flow,
    role: options.role,
    language: options.language,
    conversation_id: options.conversation,
    source_types: options.sourceType,
    min_evidence_level: options.minEvidenceLevel,
  });
  await withGalen(async ({ turns }) => {
    const turn = await turns.start(request, principal);
    if (process.stderr.isTTY) {
      for await (const event of turns.follow(principal, turn.id, 0, new AbortController().signal))
        showEvent(event);
    }
    const answer = await turn.answer;
    if (options.json) process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    else printAnswer(answer);
    if (answer.abstained) process.exitCode = EXIT.abstained;
  });
}
