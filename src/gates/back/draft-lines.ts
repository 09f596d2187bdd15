import type { Citation } from '../../domain/answer.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { contentWords, shareOf } from '../../language/claim-words.ts';

export type LineKind = 'text' | 'heading' | 'item' | 'header' | 'row';

/** A line of a draft's Markdown, taken apart: what stands before it, and its text, or a table row's cells. */
export interface DraftLine {
  kind: LineKind;
  /** "- ", "2. ", "## "; empty for what has no such mark. */
  lead: string;
  /** Each begins with a label where `**…**` opens it. */
  cells: { label: string; text: string }[];
}

export interface CheckedSentence {
  text: string;
  /** Advice and remarks on the evidence claim nothing that a source could carry. */
  claims: boolean;
  /** True for a label: it says nothing by itself. */
  names: boolean;
  citation: Quoted | null;
  /** Where no source supports it: what sources say of the same. */
  instead: readonly { text: string; citation: Quoted }[];
  /** What code has to say about it. */
  warning?: string;
}

type Quoted = Omit<Citation, 'text' | 'start_pos' | 'end_pos'>;

/** A line of the draft: one cell, or those of a table's row. */
export interface CheckedLine {
  kind: LineKind;
  lead: string;
  cells: CheckedSentence[][];
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

/**
 * The lines with what sources say, once, in the place of sentences that none supports; without those of which no source speaks, and
 * without what then only named them: an empty row, a heading over nothing.
 */
export function replaceUnsupported(lines: readonly CheckedLine[]): CheckedLine[] {
  const all = lines.flatMap(({ cells }) => cells.flat());
  const shown = new Set(all.filter(isSupported).flatMap(({ citation }) => citation?.quote ?? []));
  const held = lines.map((line) => ({
    ...line,
    cells: line.cells.map((cell) =>
      cell.flatMap((sentence) => {
        if (!sentence.claims || isSupported(sentence)) return [sentence];
        const missing = sentence.instead.filter(({ citation }) => !shown.has(citation.quote));
        for (const { citation } of missing) shown.add(citation.quote);
        return missing.map((one) => ({
          ...sentence,
          ...one,
          text: one.text.replace(/\s+/gu, ' ').replaceAll('|', '/'),
        }));
      }),
    ),
  }));
  const full = held.filter(
    (line) => line.kind === 'heading' || line.kind === 'header' || tellsSomething(line),
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
function tellsSomething({ kind, cells }: CheckedLine): boolean {
  const telling = kind === 'row' && cells.length > 1 ? cells.slice(1) : cells;
  return telling.flat().some(({ names }) => !names);
}

/** Whether anything but further headings stands between a heading and the next one. */
function isOverSomething(lines: readonly CheckedLine[], at: number): boolean {
  const next = lines.slice(at + 1).find(({ kind }) => kind !== 'header');
  return next !== undefined && next.kind !== 'heading';
}

export function isSupported({ citation }: CheckedSentence): boolean {
  return citation !== null && citation.support !== 'unsupported';
}

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
      const { text, citation, claims, warning } = sentence;
      if (j > 0) message += ' ';
      const start_pos = message.length;
      message += text;
      if (citation) {
        const source_index = order.indexOf(citation.source_index) + 1;
        citations.push({ text, start_pos, end_pos: message.length, ...citation, source_index });
        if (citation.support !== 'unsupported') message += ` [${source_index}]`;
      }
      if (claims && !isSupported(sentence)) message += unsupportedMark;
      if (warning !== undefined) message += ` ${warning}`;
    }
  }
}

/** Rows of one table and items of one list stand together. */
function isTight(before: CheckedLine | undefined, line: CheckedLine): boolean {
  if (line.kind === 'row') return before?.kind === 'row' || before?.kind === 'header';
  return line.kind === 'item' && before?.kind === 'item';
}

/** Stands in the text where a marker was; a letter of nobody's, so that the text can be worked on meanwhile. */
export const MARK = '\ue000';

/**
 * A model's own citation marks: `[1]`, `[1, 2]`, `[^1]`, `[Source 1]`, `[Source: title, year]`. The white space
 * before one is only looked at from its beginning, or long runs of it would be read over and over.
 */
const MARKER =
  /(?<!\s)\s*\[((?:sources?|nguồn)(?!\p{L})[^\]\n]{0,200}|\s*\^?\d+(?:\s*(?:[,;–-]|and|và)\s*\^?\d+)*\s*)\]/giu;

/** A bracket that another opens after it: without it, no marker is left when the inner one is taken out. */
const OUTER_BRACKET = /\[(?=[^[\]\n]*\[)/gu;

/** `(PMID: 1)`, `(doi:…)`, `(https://…)`, `(Source: …)`. */
const REFERENCE = /(?<!\s)\s*\(((?:pmid|pmcid|doi|nct\d|https?:|sources?:|nguồn:)[^()\n]{0,200})\)/giu;

/** `(Smith et al., 2020)`. */
const AUTHOR_YEAR =
  /(?<!\s)\s*\((\p{Lu}[\p{L}'’-]{1,40}(?: (?:et al\.?|và cộng sự|(?:and|&|và) \p{Lu}[\p{L}'’-]{1,40}))?,? (?:19|20)\d\d[a-z]?)\)/gu;

const NAMES_SOURCE = /^(?:sources?|nguồn)\s*[:.]?\s*/iu;

/** Share of a mark's words that the title, journal or reference of the source it means must hold. */
const SAME_SOURCE_FROM = 0.5;

interface ExtractedMarkers {
  /** The draft with `MARK` for each marker. */
  text: string;
  /** In the order of the marks: the sources that each names. */
  hints: number[][];
  /** Marks that name no source there is. */
  invented: number;
}

/** Takes a model's own marks out of its draft: what they name is a hint, where it exists, and an invention otherwise. */
export function extractMarkers(draft: string, evidence: readonly RankedPassage[]): ExtractedMarkers {
  const found: { at: number; named: number[] }[] = [];
  const quoted = evidence.map(({ text, document }) => `${document.title}\n${text}`).join('\n');
  const take = (all: string, inside: string): string => {
    // Words of a source are words, whatever they look like.
    if (!/^\s*\^?\d/u.test(inside) && quoted.includes(`(${inside})`)) return all;
    found.push({ at: found.length, named: sourcesNamed(inside, evidence) });
    return `${MARK}${found.length - 1}${MARK}`;
  };
  const marked = draft
    .replaceAll(MARK, '')
    .replace(OUTER_BRACKET, '')
    .replace(MARKER, take)
    .replace(REFERENCE, take)
    .replace(AUTHOR_YEAR, take);
  const hints: number[][] = [];
  const text = marked.replace(/\ue000(\d+)\ue000/gu, (_, at: string) => {
    hints.push(found[Number(at)]?.named ?? []);
    return MARK;
  });
  return { text, hints, invented: found.filter(({ named }) => named.length === 0).length };
}

/** The sources, by number, that a mark may mean. */
function sourcesNamed(mark: string, evidence: readonly RankedPassage[]): number[] {
  const name = mark.replace(NAMES_SOURCE, '');
  if (/^[\s\d^,;–-]*(?:(?:and|và)[\s\d^,;–-]*)*$/u.test(name)) {
    const numbers = (name.match(/\d{1,4}/gu) ?? []).map(Number);
    return numbers.filter((number) => number >= 1 && number <= evidence.length);
  }
  const words = contentWords(name);
  return evidence.flatMap(({ document }, i) => {
    const { title, journal, reference, pmid, url } = document;
    const isById = [pmid, url].some((id) => id !== null && id !== '' && name.includes(id));
    const known = contentWords(`${title} ${journal} ${reference ?? ''}`);
    const isByName = shareOf(words, known) >= SAME_SOURCE_FROM && !isDated(name, document.year, reference);
    return isById || isByName ? [i + 1] : [];
  });
}

/** Whether a mark gives a year that is not the source's: one whose year nobody knows may be of any. */
function isDated(name: string, year: number | null, reference: string | null): boolean {
  const given = /(?:19|20)\d\d/u.exec(name)?.[0];
  return given !== undefined && year !== null && given !== String(year) && !(reference ?? '').includes(given);
}
