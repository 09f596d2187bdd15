import type { Principal } from '../domain/access.ts';
import type { Citation } from '../domain/answer.ts';
import { AskRequest, type FlowName } from '../domain/ask.ts';
import type { Agreement, ComparedTurn, CompareRequest, Comparison } from '../domain/compare.ts';
import type { Clock } from '../domain/run-context.ts';
import { contentWords, shareOf } from '../language/claim-words.ts';
import { carriesNumber, readMeasures } from '../language/read-numbers.ts';
import type { Turns } from './create-turns.ts';

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

/** From this share of common words on, two sentences speak of the same. */
const ALIKE_FROM = 0.7;

/** What two answers have in common, and where their figures differ. */
export function measureAgreement(evidence: ComparedTurn, research: ComparedTurn): Agreement {
  const mine = new Set(evidence.sources.map(({ document_id }) => document_id));
  const theirs = new Set(research.sources.map(({ document_id }) => document_id));
  const shared_sources = evidence.sources.filter(({ document_id }) => theirs.has(document_id));
  const all = new Set([...mine, ...theirs]).size;
  const [held, other] = [heldBy(evidence), heldBy(research)];
  const quotes = new Set(other.map(({ quote }) => quote));
  return {
    shared_sources,
    only_evidence: evidence.sources.filter(({ document_id }) => !theirs.has(document_id)),
    only_research: research.sources.filter(({ document_id }) => !mine.has(document_id)),
    shared_quotes: [...new Set(held.map(({ quote }) => quote))].filter((quote) => quotes.has(quote)),
    contradicting_numbers: held.flatMap((one) =>
      other
        .filter((two) => one.quote !== two.quote && contradict(one.text, two.text))
        .map((two) => ({ evidence: one.text, research: two.text })),
    ),
    source_overlap: all === 0 ? null : Math.round((shared_sources.length / all) * 100) / 100,
  };
}

function heldBy({ answer }: ComparedTurn): Citation[] {
  return answer.citations.filter(({ support }) => support !== 'unsupported');
}

/** Nearly the same words, and each with a figure that the other does not have. */
function contradict(one: string, two: string): boolean {
  const [a, b] = [contentWords(one), contentWords(two)];
  if (Math.min(shareOf(a, b), shareOf(b, a)) < ALIKE_FROM) return false;
  const [mine, theirs] = [readMeasures(one), readMeasures(two)];
  return (
    mine.some((number) => !carriesNumber(theirs, number)) &&
    theirs.some((number) => !carriesNumber(mine, number))
  );
}
