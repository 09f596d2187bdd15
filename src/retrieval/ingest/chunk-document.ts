import type { Language } from '../../domain/language.ts';
import type { Passage } from '../../domain/passage.ts';
import { splitSentences } from '../../language/sentences.ts';

export interface ChunkSettings {
  /** A passage grows by whole blocks, or sentences of a long block, until the next would pass this. */
  maxCharacters: number;
  /** Sentences a passage repeats from the one before it, where both stand under the same heading. */
  overlap?: number;
  /** Every block is a passage of its own. */
  isApart?: boolean;
}

interface ChunkedDocument {
  id: string;
  text: string;
  language: Language;
  pages?: readonly { number: number; start: number; end: number }[] | null;
}

/** As much of a line as tells what it begins. */
const LINE_HEAD = 200;
const HEADING = /^#{1,6} /;
/** What begins a block of its own, below another line or not: a heading, an item of a list. */
const OWN_BLOCK = /^(?:[#\-*]|[ \t]*(?:[-*+•▪◦–]|\d+[.)]|[a-zđ]\)) )/;

export const DEFAULT_CHUNKING = { maxCharacters: 900, overlap: 0 } as const satisfies ChunkSettings;

/** An answer is read together with its question: a pair up to this long is one passage. */
const MAX_PAIR_CHARACTERS = 4_000;

/** How documents of this type are cut. */
export function chunkingFor(sourceType: string, settings: ChunkSettings): ChunkSettings {
  const whole = { ...settings, maxCharacters: Math.max(settings.maxCharacters, MAX_PAIR_CHARACTERS) };
  if (sourceType === 'qa') return whole;
  // Whoever asks for two medicines is answered by the row that names both, not by two rows that each name one.
  return sourceType === 'interactions' ? { ...whole, overlap: 0, isApart: true } : settings;
}

/** Changes whenever the same text and settings would be cut otherwise. */
export const CHUNKER_VERSION = '3';

interface Block {
  start: number;
  end: number;
  isHeading: boolean;
  /** The headings the block stands under, the outermost first; a heading's own is the last. */
  path: readonly string[];
}

interface Group {
  /** Before the first block where sentences are carried over. */
  start: number;
  blocks: Block[];
}

/** Cuts Markdown or plain text into passages at headings, paragraphs, list items and, in long blocks, sentences. */
export function chunkDocument(
  document: ChunkedDocument,
  settings: ChunkSettings = DEFAULT_CHUNKING,
): Passage[] {
  const groups: Group[] = [];
  for (const block of blocksOf(document.text, document.language, settings.maxCharacters)) {
    const group = groups.at(-1);
    if (group && fits(group, block, settings) && samePage(document, group, block)) group.blocks.push(block);
    else groups.push({ start: startWithOverlap(document, group, block, settings), blocks: [block] });
  }
  // A passage of headings alone says nothing.
  const withText = groups.filter(({ blocks }) => blocks.some((block) => !block.isHeading));
  return withText.map((group, ordinal) => toPassage(document, ordinal, group));
}

/** Whether a block still goes into the passage; a heading only if there is room for the text below it too. */
function fits(group: Group, block: Block, { maxCharacters, isApart = false }: ChunkSettings): boolean {
  if (isApart) return false;
  return block.end - group.start <= (block.isHeading ? maxCharacters / 2 : maxCharacters);
}

/** Where the passage that begins with this block starts, its room for sentences carried over used as far as it goes. */
function startWithOverlap(
  document: ChunkedDocument,
  previous: Group | undefined,
  block: Block,
  { overlap = 0, maxCharacters }: ChunkSettings,
): number {
  if (previous === undefined || overlap === 0 || block.isHeading) return block.start;
  if (!samePage(document, previous, block)) return block.start;
  const starts = previous.blocks
    .filter(({ isHeading, path }) => !isHeading && path.join('\n') === block.path.join('\n'))
    .flatMap(({ start, end }) =>
      splitSentences(document.text.slice(start, end), document.language).map((span) => start + span.start),
    );
  return starts.slice(-overlap).find((start) => block.end - start <= maxCharacters) ?? block.start;
}

/** A passage ends with its page, so that whoever looks a citation up opens the right one. */
function samePage(document: ChunkedDocument, { start }: Group, block: Block): boolean {
  return pageAt(document, start) === pageAt(document, block.start);
}

function pageAt({ pages }: ChunkedDocument, position: number): number | null {
  return pages?.findLast(({ start }) => start <= position)?.number ?? null;
}

function toPassage(document: ChunkedDocument, ordinal: number, { start, blocks }: Group): Passage {
  const end = blocks.at(-1)?.end ?? start;
  const path = blocks.find((block) => !block.isHeading)?.path ?? [];
  return {
    id: `${document.id}#${ordinal}`,
    document_id: document.id,
    heading: path.at(-1) ?? '',
    heading_path: [...path],
    text: document.text.slice(start, end),
    start,
    end,
    page: pageAt(document, start),
  };
}

/** Lines that belong together, as spans; the document's own title (a first `# …`) is left out, since every passage carries it. */
function* blocksOf(text: string, language: Language, maxCharacters: number): Generator<Block> {
  /** Open headings with their levels. */
  let open: { level: number; heading: string }[] = [];
  let isFirst = true;
  for (const lines of runsOfLines(text)) {
    const raw = text.slice(lines.start, lines.end);
    const start = lines.start + (raw.length - raw.trimStart().length);
    const end = lines.start + raw.trimEnd().length;
    if (start >= end) continue;
    const headingMatch = /^(#{1,6})\s+(.*)$/u.exec(raw.trim());
    const isTitle = isFirst && headingMatch?.[1] === '#';
    isFirst = false;
    if (isTitle) continue;
    if (headingMatch) {
      const [, { length: level } = '', heading = ''] = headingMatch;
      open = [...open.filter((above) => above.level < level), { level, heading }];
    }
    const path = open.map(({ heading }) => heading);
    if (headingMatch || end - start <= maxCharacters) {
      yield { start, end, path, isHeading: headingMatch !== null };
    } else {
      for (const sentence of splitSentences(text.slice(start, end), language)) {
        // What has no end for pages is no sentence, and no passage that anybody could be shown.
        for (const piece of pieces(text, start + sentence.start, start + sentence.end))
          yield { ...piece, path, isHeading: false };
      }
    }
  }
}

/** Headings, and lines up to an empty one, a heading or the next item of a list. Line by line: one expression for a whole paragraph overflows the stack where that is megabytes long. */
function* runsOfLines(text: string): Generator<{ start: number; end: number }> {
  let run: { start: number; end: number } | null = null;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const head = text.slice(start, Math.min(end, start + LINE_HEAD));
    if (run && end > start && !OWN_BLOCK.test(head)) run.end = end;
    else {
      if (run) yield run;
      run = end > start ? { start, end } : null;
      if (run && HEADING.test(head)) {
        yield run;
        run = null;
      }
    }
    start = end + 1;
  }
  if (run) yield run;
}

/** A span in pieces of a bearable length, cut at white space where there is some. */
function* pieces(text: string, from: number, end: number): Generator<{ start: number; end: number }> {
  let start = from;
  while (end - start > MAX_PAIR_CHARACTERS) {
    const space = text.lastIndexOf(' ', start + MAX_PAIR_CHARACTERS);
    const isBroken = space <= start && /[\udc00-\udfff]/.test(text[start + MAX_PAIR_CHARACTERS] ?? '');
    const cut = space > start ? space : start + MAX_PAIR_CHARACTERS - (isBroken ? 1 : 0);
    yield { start, end: cut };
    start = text[cut] === ' ' ? cut + 1 : cut;
  }
  if (start < end) yield { start, end };
}
