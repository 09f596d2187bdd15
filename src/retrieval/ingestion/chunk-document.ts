import type { Language } from '../../domain/language.ts';
import type { Passage } from '../../domain/passage.ts';
import { splitSentences } from '../../domain/sentences.ts';

export interface ChunkSettings {
  /** A passage grows by whole blocks, or sentences of a long block, until the next would pass this. */
  maxCharacters: number;
}

const DEFAULT_SETTINGS: ChunkSettings = { maxCharacters: 900 };

interface Block {
  start: number;
  end: number;
  isHeading: boolean;
  /** The heading the block stands under, or is. */
  heading: string;
}

/** Cuts Markdown or plain text into passages at headings, paragraphs and, in long blocks, sentences. */
export function chunkDocument(
  document: { id: string; text: string; language: Language },
  settings: ChunkSettings = DEFAULT_SETTINGS,
): Passage[] {
  const groups: Block[][] = [];
  for (const block of blocksOf(document.text, document.language, settings.maxCharacters)) {
    const group = groups.at(-1);
    if (group && fits(group, block, settings.maxCharacters)) group.push(block);
    else groups.push([block]);
  }
  // A passage of headings alone says nothing.
  const withText = groups.filter((group) => group.some((block) => !block.isHeading));
  return withText.map((group, ordinal) => toPassage(document, ordinal, group));
}

/** Whether a block still goes into the passage; a heading only if there is room for the text below it too. */
function fits(group: readonly Block[], block: Block, maxCharacters: number): boolean {
  const start = group[0]?.start ?? block.start;
  return block.end - start <= (block.isHeading ? maxCharacters / 2 : maxCharacters);
}

function toPassage(
  document: { id: string; text: string },
  ordinal: number,
  group: readonly Block[],
): Passage {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? start;
  return {
    id: `${document.id}#${ordinal}`,
    document_id: document.id,
    heading: group.find((block) => !block.isHeading)?.heading ?? '',
    text: document.text.slice(start, end),
    start,
    end,
  };
}

/** Lines that belong together, as spans; the document's own title (`# …`) is left out, since every passage carries it. */
function* blocksOf(text: string, language: Language, maxCharacters: number): Generator<Block> {
  let heading = '';
  for (const match of text.matchAll(/#{1,6} [^\n]*|[^\n]+(?:\n(?![\n#\-*]|\d+\. )[^\n]+)*/gu)) {
    const raw = match[0];
    const start = match.index + (raw.length - raw.trimStart().length);
    const end = match.index + raw.trimEnd().length;
    if (start >= end) continue;
    const headingMatch = /^(#{1,6})\s+(.*)$/u.exec(raw.trim());
    if (headingMatch?.[1] === '#') continue;
    if (headingMatch) heading = headingMatch[2] ?? '';
    if (headingMatch || end - start <= maxCharacters) {
      yield { start, end, heading, isHeading: headingMatch !== null };
    } else {
      for (const sentence of splitSentences(text.slice(start, end), language)) {
        yield { start: start + sentence.start, end: start + sentence.end, heading, isHeading: false };
      }
    }
  }
}
