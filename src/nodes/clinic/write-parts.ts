import { drugSpansIn } from '../../domain/drug-spans.ts';
import { COMBINED } from './order-patterns.ts';
import { splitAllergies } from './read-allergy.ts';
import { readDrugs } from './read-mentions.ts';
import { readParts } from './read-parts.ts';
import { type ToolName, WRITE_TOOLS } from './triage-decision.ts';

/** A write that a request asks for, in the asker's own words. */
export interface WritePart {
  tool: ToolName;
  text: string;
}

/** A condition on which a write hangs belongs to it; that a check found nothing is no more than courtesy. */
const CONDITION =
  /^(?:if|when|once|unless|until|after|neu|khi|sau khi)\b(?!.{0,12}\b(?:fine|ok|okay|safe|clear|none|on|duoc|khong sao)\b)/u;

/** The writes that a request asks for, in order: one for each order, allergy and note. */
export function writeParts(request: string): WritePart[] {
  const { parts, content } = readParts(request);
  let writes: WritePart[] = [];
  // What follows a lookup, or what is not to be done, says more about that.
  let isOpen = false;
  let condition = '';
  for (const { text, folded, tool, isDeclined, isCancel } of parts) {
    const before = isOpen ? (writes.at(-1) ?? null) : null;
    if (isCancel) writes = [];
    if (isDeclined || (tool !== null && !WRITE_TOOLS.has(tool))) {
      isOpen = false;
      condition = '';
    } else if (beginsWrite(before, tool, text)) {
      writes.push({ tool: tool ?? before?.tool ?? 'prescribe_medication', text: `${condition}${text}` });
      isOpen = true;
      condition = '';
    } else if (before) {
      before.text = joined(before, text);
    } else if (CONDITION.test(folded)) {
      condition = `${text}, `;
    }
  }
  const note = writes.findLast(({ tool }) => tool === 'save_clinical_note');
  if (note && content !== '') note.text = `${note.text} ${content}`;
  return writes.flatMap((write) =>
    write.tool === 'add_allergy'
      ? splitAllergies(write.text).map((text) => ({ tool: write.tool, text }))
      : [write],
  );
}

/** Whether a part is a write of its own, and not more about the one before it. */
export function beginsWrite(
  before: { tool: ToolName | null; text: string } | null,
  tool: ToolName | null,
  text: string,
): boolean {
  if (tool !== null && tool !== before?.tool) return WRITE_TOOLS.has(tool);
  if (before?.tool === 'add_allergy') return tool !== null;
  if (before?.tool !== 'prescribe_medication' || readDrugs(before.text).length === 0) return false;
  if (tool !== null) return readDrugs(text).length > 0;
  return startsWithDrug(text) && !isRestOfProduct(before.text, text);
}

/** What follows a write and is none of its own says more about it. */
export function joined(before: { tool: ToolName | null; text: string }, text: string): string {
  const isOneProduct =
    before.tool === 'prescribe_medication' && startsWithDrug(text) && isRestOfProduct(before.text, text);
  return isOneProduct ? `${before.text} and ${text}` : `${before.text}, ${text}`;
}

/** "Paracetamol and codeine 500/30 mg": the first has no strength of its own, the second has both. */
function isRestOfProduct(before: string, text: string): boolean {
  return !/\d/u.test(before) && COMBINED.test(text.toLowerCase());
}

/** Words that may stand before a drug in a list of orders. */
const FILLERS = /^(?:(?:also|then|plus|an?|some|thêm|cả)\s+){0,3}/iu;

function startsWithDrug(text: string): boolean {
  return drugSpansIn(text.replace(FILLERS, ''))[0]?.start === 0;
}
