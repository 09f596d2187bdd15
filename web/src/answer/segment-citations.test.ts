import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../src/domain/answer.ts';
import { segmentCitations } from './segment-citations.ts';

const MESSAGE = 'Aspirin helps. [1] It may cause bleeding. [2] [1] See [3](https://x.test).';

function citation(text: string, source_index: number, support: Citation['support'] = 'supported'): Citation {
  const start_pos = MESSAGE.indexOf(text);
  const quote = `quote ${source_index}`;
  return {
    text,
    start_pos,
    end_pos: start_pos + text.length,
    source_index,
    quote,
    quote_start: 0,
    quote_end: 7,
    support,
  };
}

describe('segmentCitations', () => {
  const first = citation('Aspirin helps.', 1);
  const second = citation('It may cause bleeding.', 2, 'weak');
  const third = citation('It may cause bleeding.', 1, 'supported');

  it('ties each marker to the citation of its own sentence', () => {
    const { markers } = segmentCitations(MESSAGE, [first, second, third]);
    expect(markers.map(({ number, citation: tied }) => [number, tied])).toEqual([
      [1, first],
      [2, second],
      [1, third],
    ]);
  });

  it('counts a sentence as its best support', () => {
    const { sentences } = segmentCitations(MESSAGE, [first, second, third]);
    expect(sentences.map(({ support, citations }) => [support, citations.length])).toEqual([
      ['supported', 1],
      ['supported', 2],
    ]);
  });

  it('leaves a marker without a citation of its number alone', () => {
    expect(segmentCitations(MESSAGE, [second]).markers.map(({ citation: tied }) => tied)).toEqual([
      null,
      second,
      null,
    ]);
  });

  it('takes no span that is not the text it says', () => {
    const { sentences } = segmentCitations(MESSAGE, [{ ...first, start_pos: 1, end_pos: 15 }]);
    expect(sentences).toEqual([]);
  });
});
