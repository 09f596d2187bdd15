import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentBlocks } from './document-blocks.ts';

const TEXT = '# Title\n\nFirst words. Second words.\n- an item\n';

describe('documentBlocks', () => {
  it('marks exactly the words between the offsets', () => {
    const start = TEXT.indexOf('Second');
    const blocks = documentBlocks(TEXT, start, start + 'Second words.'.length);
    expect(blocks).toEqual([
      { kind: 'heading', pieces: [{ text: 'Title', marked: false }] },
      {
        kind: 'paragraph',
        pieces: [
          { text: 'First words. ', marked: false },
          { text: 'Second words.', marked: true },
        ],
      },
      { kind: 'item', pieces: [{ text: 'an item', marked: false }] },
    ]);
  });

  it('marks a stretch over several lines in each of them', () => {
    const marked = documentBlocks('one two\nthree', 4, 13).flatMap(({ pieces }) =>
      pieces.filter((piece) => piece.marked),
    );
    expect(marked.map(({ text }) => text)).toEqual(['two', 'three']);
  });

  it('loses and repeats no letter, wherever the mark lies', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), fc.nat(40), (text, start, length) => {
        const plain = text.replace(/[#\-*]/gu, '');
        const shown = documentBlocks(plain, start, start + length).map(({ pieces }) =>
          pieces.map((piece) => piece.text).join(''),
        );
        expect(shown.join('\n')).toBe(
          plain
            .split('\n')
            .filter((line) => line !== '')
            .join('\n'),
        );
      }),
    );
  });
});
