export interface Piece {
  text: string;
  marked: boolean;
}

export interface Block {
  kind: 'heading' | 'item' | 'paragraph';
  pieces: readonly Piece[];
}

/** A document's lines as blocks, with the stretch from `start` to `end` marked. */
export function documentBlocks(text: string, start: number, end: number): Block[] {
  const blocks: Block[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const sign = /^(?:#{1,6}\s+|[-*]\s+)/u.exec(line)?.[0] ?? '';
    const from = offset + sign.length;
    const to = offset + line.length;
    if (from < to) {
      const kind = sign.startsWith('#') ? 'heading' : sign === '' ? 'paragraph' : 'item';
      blocks.push({ kind, pieces: cut(text, from, to, start, end) });
    }
    offset += line.length + 1;
  }
  return blocks;
}

function cut(text: string, from: number, to: number, start: number, end: number): Piece[] {
  const first = Math.min(Math.max(start, from), to);
  const last = Math.min(Math.max(end, first), to);
  return [
    { text: text.slice(from, first), marked: false },
    { text: text.slice(first, last), marked: true },
    { text: text.slice(last, to), marked: false },
  ].filter((piece) => piece.text !== '');
}
