import { describe, expect, it } from 'vitest';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { composeFromSources, nameParts } from './compose-from-sources.ts';
import type { SynthesisInput } from './steps/synthesize-answer.ts';

const METFORMIN = 'Metformin reduced deaths by 36% in adults with type 2 diabetes.';
const SULFONYLUREA = 'A sulphonylurea raised weight by 3% in adults with type 2 diabetes.';
const BOTH = 'Metformin caused less hypoglycaemia than sulphonylureas in type 2 diabetes.';

function input(
  texts: readonly string[],
  serves: number[][],
  type: SynthesisInput['type'] = 'COMPARATIVE',
): SynthesisInput {
  const queries = ['Metformin for type 2 diabetes', 'Sulfonylureas for type 2 diabetes'];
  const sub_queries = queries.map((query, i) => ({
    query,
    search: query,
    expansions: expandQuery(query, 'en'),
    year_from: type === 'TEMPORAL' && i === 1 ? 2021 : null,
    year_to: type === 'TEMPORAL' && i === 0 ? 2020 : null,
  }));
  return {
    question: 'Compare metformin and sulfonylureas for type 2 diabetes',
    language: 'en',
    type,
    sub_queries,
    evidence: texts.map((text, i) =>
      rankedPassage({
        id: `d${i}#0`,
        document: { id: `d${i}`, text, title: `Trial ${i}`, year: 2019 + 3 * i },
      }),
    ),
    serves,
    found: sub_queries.map(({ search, expansions }, sub_query) => ({
      sub_query,
      terms: [...new Set(analyzeText(search, 'en'))].map((term) => ({ term, weight: 2 })),
      expansions,
    })),
    history: [],
    about_a_person: false,
  };
}

describe('an answer in the sources’ own sentences', () => {
  it('says that nobody compared the columns where they come from separate sources', () => {
    const draft = composeFromSources(input([METFORMIN, SULFONYLUREA], [[0], [1]]));
    expect(draft).toContain(`| ${METFORMIN} [1] | ${SULFONYLUREA} [2] |`);
    expect(draft).toMatch(/none of those cited compares them directly\.$/u);
  });

  it('puts a sentence on both sides under the table, however it spells them, and then does not say so', () => {
    const draft = composeFromSources(input([METFORMIN, SULFONYLUREA, BOTH], [[0], [1], [0, 1]]));
    expect(draft.split('\n\n')).toEqual([expect.stringMatching(/^\| {2}\| Metformin/u), `${BOTH} [3]`]);
  });

  it('puts steps in their order, and leaves out one of which nothing is said', () => {
    const both = composeFromSources(input([SULFONYLUREA, METFORMIN], [[1], [0]], 'MULTI_STEP'));
    expect(both).toBe(`1. **Metformin:** ${METFORMIN} [2]\n2. **Sulfonylureas:** ${SULFONYLUREA} [1]`);
    expect(composeFromSources(input([SULFONYLUREA], [[1]], 'MULTI_STEP'))).toBe(
      `1. **Sulfonylureas:** ${SULFONYLUREA} [1]`,
    );
  });

  it('tells before from after with the years of the sources, and that two years are no change yet', () => {
    const draft = composeFromSources(input([METFORMIN, SULFONYLUREA], [[0], [1]], 'TEMPORAL'));
    expect(draft.split('\n\n')).toEqual([
      `**Before: until 2020**\n- **2019:** ${METFORMIN} [1]`,
      `**After: since 2021**\n- **2022:** ${SULFONYLUREA} [2]`,
      expect.stringMatching(/^This is what sources/u),
    ]);
  });

  it('gives no year to a source that has none', () => {
    const asked = input([METFORMIN, SULFONYLUREA], [[0], [1]], 'TEMPORAL');
    const [first, second] = asked.evidence;
    if (!first || !second) throw new Error('two sources were given');
    const evidence = [first, { ...second, document: { ...second.document, year: null } }];
    expect(composeFromSources({ ...asked, evidence })).toContain(
      `**After: since 2021**\n- ${SULFONYLUREA} [2]`,
    );
  });

  it('says nothing where the sources say nothing', () => {
    expect(composeFromSources(input(['Bread is baked in many old towns.'], [[0, 1]]))).toBe('');
  });
});

it('names parts that differ by a number alone with the word before it', () => {
  expect(nameParts(['cause of type 1 diabetes', 'cause of type 2 diabetes'])).toEqual(['Type 1', 'Type 2']);
});
