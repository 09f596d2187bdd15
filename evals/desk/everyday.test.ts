import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/entry/testing/start-galen.ts';
import { type EndToEnd, measureEndToEnd } from './end-to-end.ts';
import { type Everyday, measureEveryday, shown } from './everyday.ts';
import { loadSets } from './load-sets.ts';

/** Every fourth case of the held parts: the whole sets are `galen eval desk`. */
const EVERY = 4;
const MIN_SHOWN = 0.7;
const MAX_ANSWERED = 0.2;

let server: RunningGalen;
let asked: Everyday;
let sums: EndToEnd;
beforeAll(async () => {
  const [started, sets] = await Promise.all([startGalen(), loadSets()]);
  server = started;
  const some = <Case extends { split: string }>(cases: readonly Case[]) =>
    cases.filter(({ split }) => split === 'held').filter((_, i) => i % EVERY === 0);
  const questions = some(sets.everydayQuestions);
  asked = (await measureEveryday(server.galen, { questions, unanswerable: some(sets.unanswerable) })).held;
  sums = (await measureEndToEnd(server.galen, some(sets.everydayArithmetic))).held;
}, 900_000);
afterAll(() => server.stop());

describe('questions in people’s own words, held part', () => {
  it('are mostly shown the rule that answers them', () => {
    const { right, of } = shown(asked);
    console.info(`held everyday questions shown the rule: ${right}/${of} (at least ${MIN_SHOWN})`);
    expect(right / of).toBeGreaterThanOrEqual(MIN_SHOWN);
  });

  it('that no rule answers are seldom answered, and never by a sum', () => {
    const { answer, sum, closest, nothing } = asked.unanswerable;
    const of = answer + closest + nothing;
    console.info(`held unanswerable questions answered: ${answer}/${of} (at most ${MAX_ANSWERED})`);
    expect(sum).toBe(0);
    expect(answer / of).toBeLessThanOrEqual(MAX_ANSWERED);
  });

  it('are not answered by a wrong sum', () => {
    expect(sums.wrong).toEqual([]);
  });
});
