import { describe, expect, it } from 'vitest';
import { rankedPassage } from '../../../retrieval/testing/ranked-passage.ts';
import { setAsideReplaced } from './set-aside-replaced.ts';

const old = rankedPassage({
  document: { id: 'old', title: 'Lateness 2022', text: 'Late is 15 minutes.', year: 2022 },
});
const now = rankedPassage({
  document: { id: 'new', title: 'Lateness 2025', text: 'Late is 10 minutes.', year: 2025 },
});
const SUCCESSORS = new Map([['old', { title: 'Lateness 2025', created_at: '2025-08-20T00:00:00.000Z' }]]);
const setAside = (question: string, successors = SUCCESSORS) =>
  setAsideReplaced([old, now], successors, question, 'en');

describe('setAsideReplaced', () => {
  it('leaves out what another document has taken the place of, and says since when', () => {
    const { kept, replaced } = setAside('When is someone late?');
    expect(kept).toEqual([now]);
    expect(replaced).toEqual([
      { document_id: 'old', title: 'Lateness 2022', by: 'Lateness 2025', on: '2025-08-20', is_told: false },
    ]);
  });

  it.each(['What was the old rule on lateness?', 'When was one late under the 2022 policy?'])(
    'keeps it, labelled, where it is asked for: %s',
    (question) => {
      const { kept, replaced } = setAside(question);
      expect(kept.map(({ document }) => document.title)).toEqual([
        'Lateness 2022 (superseded on 2025-08-20)',
        'Lateness 2025',
      ]);
      expect(replaced[0]?.is_told).toBe(true);
    },
  );

  it('keeps it as it is for those who may not read what took its place', () => {
    expect(setAside('When is someone late?', new Map())).toEqual({ kept: [old, now], replaced: [] });
  });
});
