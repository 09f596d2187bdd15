import type { Citation } from '../domain/answer.ts';
import { type CheckedLine, type CheckedSentence, isSupported } from './check-sentences.ts';

const EMPTY_CELL = '–';

/**
 * Writes the lines out with a marker after each cited sentence, and notes where each came to stand.
 * Sources are numbered in the order the text first cites them, numbered items anew.
 */
export function renderDraft(
  lines: readonly CheckedLine[],
  unsupportedMark: string,
): { message: string; citations: Citation[]; order: number[] } {
  let message = '';
  let item = 0;
  const citations: Citation[] = [];
  const all = lines.flatMap(({ cells }) => cells.flat());
  const order = [...new Set(all.flatMap(({ citation }) => citation?.source_index ?? []))];

  for (const [i, line] of lines.entries()) {
    if (i > 0) message += isTight(lines[i - 1], line) ? '\n' : '\n\n';
    item = /^\d/u.test(line.lead) ? item + 1 : line.kind === 'item' ? item : 0;
    message += line.lead.replace(/^\d+/u, String(item));
    if (line.kind === 'row' || line.kind === 'header') writeRow(line);
    else for (const cell of line.cells) writeSentences(cell);
  }
  return { message, citations, order };

  function writeRow({ kind, cells }: CheckedLine): void {
    message += '|';
    for (const [column, cell] of cells.entries()) {
      message += ' ';
      if (cell.length > 0) writeSentences(cell);
      else if (kind === 'row' && column > 0) message += EMPTY_CELL;
      message += ' |';
    }
    if (kind === 'header') message += `\n|${' --- |'.repeat(cells.length)}`;
  }

  function writeSentences(sentences: readonly CheckedSentence[]): void {
    for (const [j, sentence] of sentences.entries()) {
      const { text, citation, claims } = sentence;
      if (j > 0) message += ' ';
      const start_pos = message.length;
      message += text;
      if (citation) {
        const source_index = order.indexOf(citation.source_index) + 1;
        citations.push({ text, start_pos, end_pos: message.length, ...citation, source_index });
        if (citation.support !== 'unsupported') message += ` [${source_index}]`;
      }
      if (claims && !isSupported(sentence)) message += unsupportedMark;
    }
  }
}

/** Rows of one table and items of one list stand together. */
function isTight(before: CheckedLine | undefined, line: CheckedLine): boolean {
  if (line.kind === 'row') return before?.kind === 'row' || before?.kind === 'header';
  return line.kind === 'item' && before?.kind === 'item';
}
