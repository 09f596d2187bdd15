import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { AskRequest } from '../../src/domain/ask.ts';
import type { EverydayQuestion, Split, UnanswerableQuestion } from './load-sets.ts';
import { statedResult } from './stated-result.ts';

/** What was told: an answer, a sum, only what is related, or that nothing was found. */
export type Told = 'answer' | 'sum' | 'related' | 'nothing';

export interface Everyday {
  /** Questions that a policy answers: whether the sentence that does is in what was told. */
  answerable: Record<Told, { of: number; right: number }>;
  /** Questions that no policy answers. */
  unanswerable: Record<Told, number>;
}

/** Questions in people's own words, by the whole flow, as someone who may read everything. */
export async function measureEveryday(
  { turns }: Galen,
  sets: { questions: readonly EverydayQuestion[]; unanswerable: readonly UnanswerableQuestion[] },
): Promise<Record<Split, Everyday>> {
  const report: Record<Split, Everyday> = { tune: nothing(), held: nothing() };
  for (const { question, language, split, must_contain } of sets.questions) {
    const { told, message } = await ask(question, language);
    const count = report[split].answerable[told];
    count.of += 1;
    if (message.includes(must_contain)) count.right += 1;
  }
  for (const { question, language, split } of sets.unanswerable)
    report[split].unanswerable[(await ask(question, language)).told] += 1;
  return report;

  async function ask(
    question: string,
    language: EverydayQuestion['language'],
  ): Promise<{ told: Told; message: string }> {
    const request = AskRequest.parse({ message: question, flow: 'desk' });
    const { message, abstained, route } = await (await turns.start(request, demoPrincipal('admin'))).answer;
    if (abstained) return { told: 'nothing', message };
    if (statedResult(message, language).length > 0) return { told: 'sum', message };
    return { told: route === 'related' ? 'related' : 'answer', message };
  }
}

/** How many were shown the sentence that answers, as an answer or as related. */
export function shown({ answerable }: Everyday): { right: number; of: number } {
  const counts = Object.values(answerable);
  return {
    right: counts.reduce((sum, { right }) => sum + right, 0),
    of: counts.reduce((sum, { of }) => sum + of, 0),
  };
}

function nothing(): Everyday {
  const none = () => ({ of: 0, right: 0 });
  return {
    answerable: { answer: none(), sum: none(), related: none(), nothing: none() },
    unanswerable: { answer: 0, sum: 0, related: 0, nothing: 0 },
  };
}
