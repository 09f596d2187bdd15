import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { AskRequest } from '../../src/domain/ask.ts';
import type { ArithmeticCase, Split } from './load-sets.ts';
import { statedResult } from './stated-result.ts';

/** Enough to keep the database busy while answers are put together. */
const AT_ONCE = 2;

export interface EndToEnd {
  of: number;
  right: number;
  /** A result was stated and it is another: the worst that can happen. */
  wrong: string[];
  /** None was stated: the answer quotes what was found, says what is missing, or that nothing was found. */
  unstated: string[];
}

/** The whole flow over the sample knowledge: routed, searched, settled and calculated, as someone who may read everything. */
export async function measureEndToEnd(
  { turns }: Galen,
  cases: readonly ArithmeticCase[],
): Promise<Record<Split, EndToEnd>> {
  const report = { tune: nothing(), held: nothing() };
  for (let i = 0; i < cases.length; i += AT_ONCE)
    await Promise.all(cases.slice(i, i + AT_ONCE).map((one) => ask(one, report[one.split])));
  return report;

  async function ask(one: ArithmeticCase, into: EndToEnd): Promise<void> {
    const request = AskRequest.parse({ message: one.question, flow: 'desk' });
    const { message } = await (await turns.start(request, demoPrincipal('admin'))).answer;
    const stated = statedResult(message, one.language);
    const isRight =
      stated.length > 0 &&
      stated.every(({ value, unit }) => unit === one.unit && Math.abs(value - one.expected) <= one.tolerance);
    into.of += 1;
    if (isRight) into.right += 1;
    else if (stated.length > 0) into.wrong.push(one.id);
    else into.unstated.push(one.id);
  }
}

function nothing(): EndToEnd {
  return { of: 0, right: 0, wrong: [], unstated: [] };
}
