import { describe, expect, it } from 'vitest';
import type { TitledSentences, Verdict } from '../../meaning/meaning.port.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { createOwnReranker } from './own-reranker.ts';

const SURE = 3;
const DOUBTFUL = -3;

/** Ten passages of one sentence each, and what was read of them when only the sentence of that number is likely to answer. */
async function read(answering: number) {
  const texts = Array.from({ length: 10 }, (_, i) => `Sentence number ${i} of the ward.`);
  const seen: string[] = [];
  const rank = async (_: string, passages: readonly TitledSentences[]): Promise<Verdict[]> =>
    passages.map(({ sentences }) => {
      seen.push(...sentences);
      const odds = sentences.map((text) => (text === texts[answering] ? SURE : DOUBTFUL));
      return { passage: Math.max(...odds), sentences: odds };
    });
  const ranked = await createOwnReranker({ rank }, '1').rerank({
    query: 'Which sentence?',
    language: 'en',
    terms: [],
    passages: texts.map((text, i) => rankedPassage({ id: `p${i}`, text })),
    signal: new AbortController().signal,
  });
  return { seen, ranked };
}

/** Finds an answer in every sentence that holds the word. */
function readerOf(word: string) {
  const read: TitledSentences[] = [];
  const rank = async (_: string, windows: readonly TitledSentences[]) => {
    read.push(...windows);
    return windows.map(({ sentences }) => ({
      passage: 1,
      sentences: sentences.map((sentence) => (sentence.includes(word) ? 3 : -3)),
    }));
  };
  return { read, reranker: createOwnReranker({ rank }, 'test') };
}

const text = '# Canteen\n\nIt is for everyone.\n\n## Prices\n\nLunch costs 35,000 VND. Dinner costs more.';

async function rerank(heading: string, word = 'Prices') {
  const { read, reranker } = readerOf(word);
  const passages = [rankedPassage({ document: { title: 'Canteen', text }, heading })];
  const signal = new AbortController().signal;
  const [passage] = await reranker.rerank({ query: 'Prices?', language: 'en', terms: [], passages, signal });
  return { read, sentences: passage?.sentences ?? [] };
}

describe('our own ranker', () => {
  it('reads no further once a sentence among the best passages is likely the answer', async () => {
    const { seen, ranked } = await read(2);
    expect(seen).toHaveLength(6);
    expect(ranked[0]?.id).toBe('p2');
    expect(ranked).toHaveLength(10);
    expect(ranked.filter(({ scores }) => scores.answers === undefined)).toHaveLength(4);
  });

  it('reads on where none is', async () => {
    const { seen, ranked } = await read(8);
    expect(seen).toHaveLength(10);
    expect(ranked[0]?.id).toBe('p8');
  });

  it('reads each sentence under its heading, and tells of it as it stands in the document', async () => {
    const { read, sentences } = await rerank('Canteen');
    expect(read).toMatchObject([
      {
        title: 'Canteen.',
        sentences: ['It is for everyone.', 'Prices: Lunch costs 35,000 VND.', 'Prices: Dinner costs more.'],
      },
    ]);
    expect(sentences.filter(({ answers }) => answers > 0.5).map(({ text }) => text)).toEqual([
      'Lunch costs 35,000 VND.',
      'Dinner costs more.',
    ]);
  });
});
