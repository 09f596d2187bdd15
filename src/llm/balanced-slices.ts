/** Enough for an answer with examples before it. */
const MAX_STARTS = 50;

/**
 * The outermost `{…}` and `[…]` of a text, in order. One that never closes ends the search: what stands inside
 * it is part of something broken off.
 */
export function balancedSlices(text: string): string[] {
  const slices: string[] = [];
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const start = nextOpening(text, from);
    if (start === -1) break;
    const end = closingIndex(text, start);
    if (end === 'never') break;
    if (end === 'mismatched') from = start + 1;
    else {
      slices.push(text.slice(start, end + 1));
      from = end + 1;
    }
  }
  return slices;
}

function nextOpening(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset === -1 ? -1 : from + offset;
}

function closingIndex(text: string, start: number): number | 'mismatched' | 'never' {
  const awaited: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') awaited.push('}');
    else if (character === '[') awaited.push(']');
    else if (character === '}' || character === ']') {
      if (awaited.pop() !== character) return 'mismatched';
      if (awaited.length === 0) return index;
    }
  }
  return 'never';
}
