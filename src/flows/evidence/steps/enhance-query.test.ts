import { describe, expect, it } from 'vitest';
import { testContext } from '../../../engine/testing/engine-context.ts';
import { scriptedGateway } from '../../testing/scripted-gateway.ts';
import { enhanceQuery } from './enhance-query.ts';

const enhance = async (question: string, script: Record<string, unknown> = {}) => {
  const node = enhanceQuery({ gateway: scriptedGateway(script) });
  const result = await node.run(
    { question, language: 'en', about_a_person: false, history: [] },
    testContext(),
  );
  return result.writes;
};

describe('enhanceQuery', () => {
  it('finds what abbreviations stand for and synonyms, by table alone', async () => {
    expect(await enhance('MI in women')).toEqual({
      search_query: 'MI in women',
      expansions: [{ phrase: 'MI', alternatives: ['myocardial infarction', 'heart attack'] }],
    });
  });

  it("only adds to the asker's own words when a model rewrites them", async () => {
    const script = {
      'enhance-query': { query: 'cardiac infarct', expansions: [{ phrase: 'MI', alternatives: ['STEMI'] }] },
    };
    const { search_query, expansions } = await enhance('MI in women', script);
    expect(search_query).toBe('MI in women');
    expect(expansions.at(-2)).toEqual({ phrase: 'MI', alternatives: ['STEMI'] });
    expect(expansions.at(-1)).toEqual({ phrase: '', alternatives: ['cardiac infarct'] });
    expect(expansions[0]?.alternatives).toContain('heart attack');
  });
});
