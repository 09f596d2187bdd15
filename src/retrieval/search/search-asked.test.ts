import { describe, expect, it } from 'vitest';
import type { PassageQuery } from '../passage-index.port.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { searchAsked } from './find-passages.ts';

/** Finds the documents whose word a text holds. */
function indexOf(...words: string[]) {
  const queries: PassageQuery[] = [];
  const search = async (query: PassageQuery) => {
    queries.push(query);
    const passages = words
      .filter((word) => query.query.includes(word))
      .map((id) => rankedPassage({ id, document: { id } }));
    return { passages, terms: [], corrections: [], degraded: null };
  };
  return { queries, search };
}

function ask(index: ReturnType<typeof indexOf>, query: string, expansions: PassageQuery['expansions'] = []) {
  return searchAsked(index, {
    query,
    expansions,
    language: 'en',
    access: { tenant_id: 't', scopes: ['public'], departments: [] },
    filters: {},
    limit: 40,
    signal: new AbortController().signal,
  });
}

describe('searchAsked', () => {
  it('leaves out what is said before a question and leads to nothing that the message is about', async () => {
    const index = indexOf('dengue', 'ibuprofen');
    const message = 'Hello doctor, my name is Anna. I caught dengue. May I take ibuprofen?';
    const { asked, found } = await ask(index, message);
    expect(asked).toBe('I caught dengue. May I take ibuprofen?');
    expect(found.passages).toHaveLength(2);
    expect(index.queries.at(-1)).toMatchObject({ query: asked, limit: 40 });
  });

  it('leaves out the other words for what it leaves out', async () => {
    const index = indexOf('ibuprofen');
    const expansions = [
      { phrase: 'doctor', alternatives: ['physician'] },
      { phrase: 'ibuprofen', alternatives: ['Nurofen'] },
    ];
    await ask(index, 'Hello doctor. May I take ibuprofen?', expansions);
    expect(index.queries.at(-1)?.expansions).toEqual([expansions[1]]);
  });

  it('keeps what is said after the question, and the whole where nothing is found for it', async () => {
    const after = 'May I take ibuprofen? Thank you all.';
    expect((await ask(indexOf('ibuprofen'), after)).asked).toBe(after);
    const unknown = 'Good morning. Where is the zoo?';
    expect((await ask(indexOf('ibuprofen'), unknown)).asked).toBe(unknown);
  });

  it('searches once where nothing stands before the question', async () => {
    const index = indexOf('ibuprofen');
    await ask(index, 'May I take ibuprofen?');
    expect(index.queries).toHaveLength(1);
  });
});
