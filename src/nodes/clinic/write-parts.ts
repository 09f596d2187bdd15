import { isDrugName } from '../../domain/drug-names.ts';
import { readDrugs } from './read-mentions.ts';
import { splitRequest } from './split-request.ts';
import { toolFor } from './tool-cues.ts';
import { type ToolName, WRITE_TOOLS } from './triage-decision.ts';

/** A write that a request asks for, in the asker's own words. */
export interface WritePart {
  tool: ToolName;
  text: string;
}

/** The writes that a request asks for, in order: one for each order, allergy and note. */
export function writeParts(request: string): WritePart[] {
  const { parts, content } = splitRequest(request);
  const writes: WritePart[] = [];
  // What follows a lookup says more about that.
  let isOpen = false;
  for (const { text, folded } of parts) {
    const tool = toolFor(folded);
    const before = isOpen ? (writes.at(-1) ?? null) : null;
    if (tool !== null && !WRITE_TOOLS.has(tool)) {
      isOpen = false;
    } else if (beginsWrite(before, tool, text)) {
      writes.push({ tool: tool ?? before?.tool ?? 'prescribe_medication', text });
      isOpen = true;
    } else if (before) {
      before.text = `${before.text}, ${text}`;
    }
  }
  const note = writes.findLast(({ tool }) => tool === 'save_clinical_note');
  if (note && content !== '') note.text = `${note.text} ${content}`;
  return writes;
}

/** Whether a part is a write of its own, and not more about the one before it. */
export function beginsWrite(
  before: { tool: ToolName | null; text: string } | null,
  tool: ToolName | null,
  text: string,
): boolean {
  if (tool !== null && tool !== before?.tool) return WRITE_TOOLS.has(tool);
  if (before?.tool === 'add_allergy') return tool !== null || startsWithDrug(text);
  if (before?.tool !== 'prescribe_medication' || readDrugs(before.text).length === 0) return false;
  return tool === null ? startsWithDrug(text) : readDrugs(text).length > 0;
}

/** Words that may stand before a drug in a list of orders. */
const FILLERS: ReadonlySet<string> = new Set(['also', 'then', 'plus', 'a', 'an', 'some', 'thêm', 'cả']);

function startsWithDrug(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return isDrugName(words.find((word) => !FILLERS.has(word)) ?? '');
}
