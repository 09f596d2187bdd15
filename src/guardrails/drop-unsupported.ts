import { type CheckedLine, isSupported } from './check-sentences.ts';

/** The lines without the sentences that no source supports, and without what then only named them: an empty row, a heading over nothing. */
export function dropUnsupported(lines: readonly CheckedLine[]): CheckedLine[] {
  const held = lines.map((line) => ({
    ...line,
    cells: line.cells.map((cell) => cell.filter((sentence) => !sentence.claims || isSupported(sentence))),
  }));
  const full = held.filter(
    (line) => line.kind === 'heading' || line.kind === 'header' || saysSomething(line),
  );
  return full.filter((line, i) => {
    const next = full[i + 1];
    if (line.kind === 'header') return next?.kind === 'row';
    if (line.kind !== 'heading') return true;
    return (
      line.cells.flat().length > 0 &&
      (isOverSomething(full, i) || line.cells.flat().some(({ claims }) => claims))
    );
  });
}

/** A row says nothing by its first cell, which names it, nor anything by a label. */
function saysSomething({ kind, cells }: CheckedLine): boolean {
  const telling = kind === 'row' && cells.length > 1 ? cells.slice(1) : cells;
  return telling.flat().some(({ names }) => !names);
}

/** Whether anything but further headings stands between a heading and the next one. */
function isOverSomething(lines: readonly CheckedLine[], at: number): boolean {
  const next = lines.slice(at + 1).find(({ kind }) => kind !== 'header');
  return next !== undefined && next.kind !== 'heading';
}
