import type { Element, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { markCitations } from './mark-citations.ts';
import { segmentCitations } from './segment-citations.ts';

const MESSAGE = 'Aspirin helps. [1] And more.';
const CITATION = {
  text: 'Aspirin helps.',
  start_pos: 0,
  end_pos: 14,
  source_index: 1,
  quote: 'It helps.',
  quote_start: 0,
  quote_end: 9,
  support: 'supported' as const,
};

function tree(value: string, tagName = 'p'): Root {
  const at = (offset: number) => ({ line: 1, column: offset + 1, offset });
  const position = { start: at(0), end: at(MESSAGE.length) };
  return {
    type: 'root',
    children: [{ type: 'element', tagName, properties: {}, children: [{ type: 'text', value, position }] }],
  };
}

function marked(root: Root): unknown[] {
  markCitations({ message: MESSAGE, segments: segmentCitations(MESSAGE, [CITATION]) })(root);
  // The tree above has one element.
  return (root.children[0] as Element).children.map((child) =>
    child.type === 'element'
      ? [child.tagName, child.properties]
      : child.type === 'text'
        ? child.value
        : child.type,
  );
}

describe('markCitations', () => {
  it('wraps the sentence, and puts the mark on the line of its last word', () => {
    const root = tree(MESSAGE);
    expect(marked(root)).toEqual([
      ['span', { dataSentence: '0' }],
      ['span', { className: ['kept'] }],
      ' And more.',
    ]);
    expect((root.children[0] as Element).children[1]).toMatchObject({
      children: [
        { tagName: 'span', properties: { dataSentence: '0' }, children: [{ value: 'helps.' }] },
        { tagName: 'sup', properties: { dataMarker: '0' } },
      ],
    });
  });

  it('leaves code alone, and text whose offsets do not hold', () => {
    expect(marked(tree(MESSAGE, 'code'))).toEqual([MESSAGE]);
    expect(marked(tree('Aspirin & more'))).toEqual(['Aspirin & more']);
  });
});
