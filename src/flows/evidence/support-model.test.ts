import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testContext } from '../../engine/testing/engine-context.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createMeaning } from '../../meaning/create-meaning.ts';
import { type Meaning, MeaningError } from '../../meaning/meaning.port.ts';
import { scriptedSupport } from '../../meaning/testing/scripted-support.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { backGate } from '../shared/back-gate.ts';

const BLEEDING = 'Major bleeding was less frequent with apixaban than with warfarin.';
const CINNAMON = 'Cinnamon may lower fasting glucose slightly in adults with type 2 diabetes.';
const INFANTS = 'Honey should not be given to infants younger than 12 months.';
const evidence = [rankedPassage({ document: { title: '', text: `${BLEEDING} ${CINNAMON} ${INFANTS}` } })];

/** What a language model wrote, as it leaves the back gate. */
async function verify(draft: string, meaning: Meaning, limitMs = 2_000) {
  const notes: unknown[] = [];
  const node = backGate({ backGate: createBackGate(undefined, { meaning, limitMs }) });
  const { writes } = await node.run(
    {
      question: 'q',
      draft,
      principal: samplePrincipal(),
      evidence,
      language: 'en',
      claims: true,
      is_ours: false,
      closing: '',
      is_partial: false,
      emergency: null,
      route: '',
    },
    testContext({ emit: ({ data }) => notes.push(data) }),
  );
  return { ...writes, notes };
}

/** The models are read and started for the first sentence, on a machine that may be busy. */
const UNHURRIED_MS = 30_000;
const DEGRADED = { topic: 'task-degraded', task: 'verify', reason: 'support-degraded' };

describe('the support model that ships', () => {
  let meaning: Meaning;
  beforeAll(async () => {
    meaning = await createMeaning({ threads: 1 });
  });
  afterAll(() => meaning.close());

  it.each([
    ['People on apixaban had major bleeding less often than people on warfarin.', BLEEDING],
    ['In people with type 2 diabetes, cinnamon may bring fasting sugar down a little.', CINNAMON],
    ['Babies under one year of age should not have honey.', INFANTS],
  ])('keeps "%s", with its citation', async (reworded, quote) => {
    const { message, citations, notes } = await verify(`${reworded} [1]`, meaning, UNHURRIED_MS);
    const [start, length] = [evidence[0]?.text.indexOf(quote) ?? -1, quote.length];
    expect(message).toBe(`${reworded} [1]`);
    expect(citations).toMatchObject([
      { text: reworded, quote, quote_start: start, quote_end: start + length, support: 'supported' },
    ]);
    expect(notes).not.toContainEqual(expect.objectContaining(DEGRADED));
  });

  it.each([
    ['a reversed comparison', 'Major bleeding was less frequent with warfarin than with apixaban.'],
    ['a reversed comparison in other words', 'Warfarin caused fewer major bleeds than apixaban.'],
    ['a dropped "may"', 'Cinnamon lowers fasting glucose in adults with type 2 diabetes.'],
    ['a swapped population', 'Honey should not be given to adults older than 12 months.'],
    ['another population', 'Cinnamon may lower fasting glucose slightly in children with type 1 diabetes.'],
  ])('keeps %s from the reader', async (_, wrong) => {
    const { message, hallucination_flagged } = await verify(`${BLEEDING} ${wrong}`, meaning, UNHURRIED_MS);
    expect(message).not.toContain(wrong);
    const shown = message.split(/ \[1\] ?/u).filter((sentence) => sentence !== '');
    // What the source says of the same may stand there instead, in its own words.
    for (const sentence of shown) expect(evidence[0]?.text).toContain(sentence);
    expect(hallucination_flagged).toBe(true);
  });
});

describe('a support model', () => {
  const yes = { supported: 0.9, contradicted: 0.05, neither: 0.05 };
  const no = { supported: 0.05, contradicted: 0.05, neither: 0.9 };
  const REWORDED = 'Apixaban made people bleed badly less often than warfarin did.';
  afterEach(() => vi.useRealTimers());

  it('is not asked about a quote', async () => {
    const support = vi.fn<Meaning['support']>();
    const { message } = await verify(BLEEDING.toUpperCase().replace('.', ' !'), scriptedSupport(support));
    expect(message).toContain('[1]');
    expect(support).not.toHaveBeenCalled();
  });

  it('is asked once for a whole answer, and decides', async () => {
    const support = vi.fn<Meaning['support']>(async (pairs) =>
      pairs.map(({ sentence }) => (sentence === REWORDED ? yes : no)),
    );
    const loose = 'Cinnamon may lower glucose in adults.';
    const { message } = await verify(`${REWORDED} ${loose}`, scriptedSupport(support));
    expect(support).toHaveBeenCalledOnce();
    // Word for word the second is nearer to its source than the first.
    expect(message).toBe(`${REWORDED} [1] ${CINNAMON} [1]`);
  });

  it('has a veto where it reads a contradiction in any window', async () => {
    const support = async (pairs: readonly { source: string }[]) =>
      pairs.map((_, i) => (i === 0 ? { supported: 0.1, contradicted: 0.85, neither: 0.05 } : yes));
    const { message } = await verify(
      `${BLEEDING} Cinnamon lowers glucose a little.`,
      scriptedSupport(support),
    );
    expect(message).toBe(`${BLEEDING} [1] ${CINNAMON} [1]`);
  });

  it('does not overrule a hard fact', async () => {
    const meaning = scriptedSupport(async (pairs) => pairs.map(() => yes));
    const { message } = await verify(`${BLEEDING} Honey is safe from 6 months.`, meaning);
    expect(message).not.toContain('6 months');
  });

  it.each<[string, Meaning]>([
    ['missing', scriptedSupport(async () => [], { status: 'missing' })],
    ['damaged', scriptedSupport(async () => [], { status: 'damaged', problem: 'a byte is wrong' })],
    ['failed', scriptedSupport(() => Promise.reject(new MeaningError('failed', 'no')))],
  ])('that is %s leaves the decision to the rules, and the trace says so', async (detail, meaning) => {
    const near = 'Cinnamon may slightly lower fasting glucose in adults with type 2 diabetes, they say.';
    const { message, notes } = await verify(`${near} ${REWORDED}`, meaning);
    expect(message).toBe(`${near} [1]`);
    expect(notes).toContainEqual({ ...DEGRADED, detail });
  });

  it('that hangs is waited for two seconds at most', async () => {
    vi.useFakeTimers();
    const verified = verify(
      REWORDED,
      scriptedSupport(() => new Promise(() => {})),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await verified).notes).toContainEqual({ ...DEGRADED, detail: 'timed-out' });
  });
});
