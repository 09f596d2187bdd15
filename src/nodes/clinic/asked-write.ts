import { foldForCues } from './fold-for-cues.ts';
import { readParts } from './read-parts.ts';
import { type ToolName, WRITE_TOOLS } from './triage-decision.ts';
import { type WritePart, writeParts } from './write-parts.ts';

/** Whether a tool may be used on a request: one that changes a chart, only where the asker's own words ask for it. */
export function isAsked(tool: ToolName | null, request: string): boolean {
  if (tool === null || !WRITE_TOOLS.has(tool)) return true;
  return writeParts(request).some((part) => part.tool === tool);
}

/**
 * What of the asker's own words may be about a write, the nearest first. What a model says of it (`query`) only chooses
 * among them: nothing of it is ever written to a chart.
 */
export function askedWords(tool: ToolName, query: string, request: string): string[] {
  const writes = writeParts(request);
  const parts = writes.filter((part) => part.tool === tool);
  const wanted = new Set(wordsOf(query));
  const shared = ({ text }: WritePart) => wordsOf(text).filter((word) => wanted.has(word)).length;
  const [best] = parts.toSorted((a, b) => shared(b) - shared(a));
  if (best === undefined) return [];
  // What the one write leaves out may stand before it, unless something in the request is not to be done.
  const isWhole = writes.length === 1 && readParts(request).parts.every(({ isDeclined }) => !isDeclined);
  return isWhole && WRITE_TOOLS.has(tool) ? [best.text, request] : [best.text];
}

function wordsOf(text: string): string[] {
  return [...new Set(foldForCues(text).match(/[\p{L}\p{N}.]+/gu) ?? [])];
}
