export type LineKind = 'text' | 'heading' | 'item' | 'header' | 'row';

/** A line of a draft's Markdown, taken apart: what stands before it, and its text, or a table row's cells. */
export interface DraftLine {
  kind: LineKind;
  /** "- ", "2. ", "## "; empty for what has no such mark. */
  lead: string;
  /** Each begins with a label where `**…**` opens it. */
  cells: { label: string; text: string }[];
}

const HEADING = /^(#{1,6} +)(\S.*)$/u;
const ITEM = /^((?:[-*•]|\d{1,2}[.)]) +)(\S.*)$/u;
/** Bold words at the beginning, a colon inside or after: the name of what follows. */
const LABEL = /^\*\*[^*\n]{1,120}\*\*:?/u;
/** The line under a table's head. */
const RULE = /^[|:\s-]+$/u;

/** The lines of a draft that say something. */
export function splitDraft(draft: string): DraftLine[] {
  const lines = draft
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.flatMap((line, i) => {
    if (isRule(line)) return [];
    if (isRow(line)) {
      const kind = isRule(lines[i + 1] ?? '') && !isRow(lines[i - 1] ?? '') ? 'header' : 'row';
      return [{ kind, lead: '', cells: cellsOf(line).map(labelled) } as const];
    }
    return [proseLine(line)];
  });
}

function proseLine(line: string): DraftLine {
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', lead: marks, cells: [{ label: title, text: '' }] };
  const [, lead = '', rest = line] = ITEM.exec(line) ?? [];
  const cell = labelled(rest);
  const kind = lead !== '' ? 'item' : cell.label !== '' && cell.text === '' ? 'heading' : 'text';
  return { kind, lead, cells: [cell] };
}

function labelled(text: string): DraftLine['cells'][number] {
  const label = LABEL.exec(text)?.[0] ?? '';
  return { label, text: text.slice(label.length).trim() };
}

function isRow(line: string): boolean {
  return line.startsWith('|') && line.length > 2 && line.endsWith('|');
}

function isRule(line: string): boolean {
  return line.startsWith('|') && line.includes('-') && RULE.test(line);
}

/** Without the outer bars; an escaped bar belongs to its cell. */
function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());
}
