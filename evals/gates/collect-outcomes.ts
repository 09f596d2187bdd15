import { z } from 'zod';
import type { Galen } from '../../src/app/compose.ts';
import type { Principal } from '../../src/domain/access.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { AskRequest } from '../../src/domain/ask.ts';

/** Enough to keep the database busy while answers are put together. */
const AT_ONCE = 4;

const Signals = z.object({
  relevance: z.number(),
  margin: z.number(),
  agreement: z.number(),
  coverage: z.number(),
  held: z.number(),
  evidence: z.number(),
  chance: z.number().nullable().default(null),
});

/** One answered question: what was measured about its answer, and whether the answer was right. */
export interface AnsweredQuestion {
  id: string;
  signals: z.infer<typeof Signals>;
  isRight: boolean;
}

export interface LabelledQuestion {
  id: string;
  question: string;
  isRight(answer: Answer): boolean;
}

/** Asks every question; those that Galen itself did not answer are left out. */
export async function collectOutcomes(
  galen: Galen,
  principal: Principal,
  questions: readonly LabelledQuestion[],
): Promise<AnsweredQuestion[]> {
  const outcomes: AnsweredQuestion[] = [];
  for (let i = 0; i < questions.length; i += AT_ONCE) {
    const asked = questions.slice(i, i + AT_ONCE);
    outcomes.push(...(await Promise.all(asked.map((one) => outcomeOf(galen, principal, one)))).flat());
  }
  return outcomes;
}

async function outcomeOf(
  { turns, records }: Galen,
  principal: Principal,
  { id, question, isRight }: LabelledQuestion,
): Promise<AnsweredQuestion[]> {
  const request = AskRequest.parse({ message: question, flow: 'evidence', language: null });
  const turn = await turns.start(request, principal);
  const answer = await turn.answer;
  const events = await records.events(principal, turn.id, 0);
  // The last measurement is of the draft that became the answer.
  const note = events.findLast(({ type, data }) => type === 'note' && data.topic === 'confidence');
  if (note === undefined) return [];
  return [{ id, signals: Signals.parse(note.data), isRight: answer.citations.length > 0 && isRight(answer) }];
}
