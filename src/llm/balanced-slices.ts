/** Enough for an answer with examples before it; keeps "{{{{…" from costing the square of its length. */
const MAX_STARTS = 50;

/** The outermost `{…}` and `[…]` of a text, in order; one that never closes is not among them. */
export function balancedSlices(text: string): string[] {
  const slices: string[] = [];
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const offset = text.slice(from).search(/[{[]/);
    if (offset === -1) break;
    const start = from + offset;
    const end = closingIndex(text, start);
    if (end === null) from = start + 1;
    else {
      slices.push(text.slice(start, end + 1));
      from = end + 1;
    }
  }
  return slices;
}

function closingIndex(text: string, start: number): number | null {
  const open: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return null;
      if (open.length === 0) return index;
    }
  }
  return null;
}
