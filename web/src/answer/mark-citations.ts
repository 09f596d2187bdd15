import type { Element, ElementContent, Root, Text } from 'hast';
import type { Segments } from './segment-citations.ts';

/**
 * Wraps cited sentences and turns `[n]` into marks, by the offsets that the parser keeps of each text. It comes after the
 * sanitizer, so that what it adds is the only thing of its kind in the tree.
 */
export function markCitations({ message, segments }: { message: string; segments: Segments }) {
  return (tree: Root): void => visit(tree);

  function visit(parent: Root | Element): void {
    // Code is shown as it is written.
    if ('tagName' in parent && ['code', 'pre'].includes(parent.tagName)) return;
    parent.children = parent.children.flatMap((child): ElementContent[] => {
      if (child.type === 'text') return markText(child);
      if (child.type === 'element') visit(child);
      return child.type === 'element' || child.type === 'comment' ? [child] : [];
    });
  }

  function markText(node: Text): ElementContent[] {
    const from = node.position?.start.offset;
    const to = node.position?.end.offset;
    // Escapes and character references make a text shorter than its source: its offsets cannot be trusted.
    if (from === undefined || to === undefined || message.slice(from, to) !== node.value) return [node];
    return cutText(from, to);
  }

  function cutText(from: number, to: number): ElementContent[] {
    const pieces: ElementContent[] = [];
    for (let at = from; at < to; ) {
      const marker = segments.markers.findIndex(({ start }) => start === at);
      if (marker >= 0) {
        keepTogether(pieces, markOf(marker));
        at = segments.markers[marker]?.end ?? to;
        continue;
      }
      const sentence = segments.sentences.findIndex(({ start, end }) => start <= at && at < end);
      const end = nextCut(at, to);
      // No space before a numeral.
      if (isMarkerAt(end) && message.slice(at, end).trim() === '') {
        at = end;
        continue;
      }
      const text: Text = { type: 'text', value: message.slice(at, end) };
      pieces.push(sentence < 0 ? text : wrapped(text, sentence));
      at = end;
    }
    return pieces;
  }

  function isMarkerAt(at: number): boolean {
    return segments.markers.some(({ start }) => start === at);
  }

  function nextCut(at: number, to: number): number {
    const cuts = [
      ...segments.sentences.flatMap(({ start, end }) => [start, end]),
      ...segments.markers.map(({ start }) => start),
    ];
    return Math.min(to, ...cuts.filter((cut) => cut > at));
  }

  function markOf(marker: number): Element {
    return { type: 'element', tagName: 'sup', properties: { dataMarker: String(marker) }, children: [] };
  }

  function wrapped(text: Text, sentence: number): Element {
    return {
      type: 'element',
      tagName: 'span',
      properties: { dataSentence: String(sentence) },
      children: [text],
    };
  }
}

/** A numeral stands on the line of the word before it: that word and the numeral go into one piece that is not broken. */
function keepTogether(pieces: ElementContent[], mark: Element): void {
  const last = pieces.at(-1);
  if (last?.type === 'element' && isKept(last)) {
    last.children.push(mark);
    return;
  }
  const inner = last?.type === 'element' ? last.children[0] : last;
  if (last === undefined || inner?.type !== 'text') {
    pieces.push(mark);
    return;
  }
  const cut = inner.value.trimEnd().lastIndexOf(' ') + 1;
  const like = (value: string): ElementContent =>
    last.type === 'element' ? { ...last, children: [{ type: 'text', value }] } : { type: 'text', value };
  const kept: Element = {
    type: 'element',
    tagName: 'span',
    properties: { className: ['kept'] },
    children: [like(inner.value.slice(cut).trimEnd()), mark],
  };
  pieces.splice(-1, 1, ...(cut === 0 ? [] : [like(inner.value.slice(0, cut))]), kept);
}

function isKept({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('kept');
}
