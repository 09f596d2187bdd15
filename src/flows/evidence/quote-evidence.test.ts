import { describe, expect, it } from 'vitest';
import { testContext } from '../../engine/testing/engine-context.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { quoteEvidence } from './steps/generate-answer.ts';

const input = {
  search_query: 'Does metformin lower glucose?',
  language: 'en' as const,
  intent: 'outcome' as const,
  evidence: [rankedPassage()],
  query_terms: [{ term: 'metformin', weight: 1 }],
  expansions: [],
  quoted: false,
};

describe('quoteEvidence', () => {
  it("answers in the source's own words and says that the model's were no good", async () => {
    const context = testContext();
    const result = await quoteEvidence().run(input, context);
    expect(result).toEqual({
      outcome: 'quoted',
      writes: { draft: `${input.evidence[0]?.text} [1]`, quoted: true },
    });
    expect(context.events).toEqual([
      { type: 'note', data: { topic: 'task-degraded', task: 'generate-answer', reason: 'invalid-output' } },
    ]);
  });

  it('does so once', async () => {
    expect(await quoteEvidence().run({ ...input, quoted: true }, testContext())).toEqual({
      outcome: 'nothing-to-quote',
    });
  });

  it('says when there is nothing to quote', async () => {
    const evidence = [rankedPassage({ document: { text: '## Heading' } })];
    expect(await quoteEvidence().run({ ...input, evidence }, testContext())).toMatchObject({
      outcome: 'nothing-to-quote',
    });
  });
});
