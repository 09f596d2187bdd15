import { extname } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import type { ParsedDocument, ParsedFile } from './parsed-document.ts';
import { readMarkdown } from './read-markdown.ts';

/** The documents in a file, by its format. */
export async function readFile({
  name,
  bytes,
}: {
  name: string;
  bytes: Uint8Array;
  limits?: Readonly<Record<string, number>>;
}): Promise<ParsedFile> {
  const extension = extname(name).toLowerCase();
  if (extension !== '.md' && extension !== '.txt') throw unreadable(name, 'its format is not known');
  const content = decode(name, bytes);
  const parsed =
    extension === '.md' && content.startsWith('---\n') ? withFrontMatter(name, content) : plain(content);
  if (parsed.text === '') throw unreadable(name, 'it holds no text');
  return { documents: [{ ...UNKNOWN, ...parsed, title: parsed.title || name }], skipped: [] };
}

const UNKNOWN = {
  key: 'document',
  pages: null,
  language: null,
  journal: null,
  year: null,
  pmid: null,
  url: null,
  reference: null,
  evidence_level: null,
  source_type: null,
  demuc: null,
  chu_de_con: null,
};

function plain(content: string) {
  const text = content.trim();
  return { text, title: /^# (.+)$/mu.exec(text)?.[1]?.trim() ?? '' };
}

function withFrontMatter(name: string, content: string): Partial<ParsedDocument> & { text: string } {
  const { title, text, language, journal, year, pmid, doi, reference, evidence_level, source_type } =
    readMarkdown(name, content);
  const url = doi === undefined ? null : `https://doi.org/${doi}`;
  return {
    title,
    text,
    language,
    journal,
    year,
    pmid: pmid ?? null,
    url,
    reference,
    evidence_level,
    source_type,
  };
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.normalize('NFC').replace(/\r\n?/g, '\n');
  } catch (error) {
    throw new GalenError(
      'KNOWLEDGE_UNREADABLE',
      { file: name, problem: 'it is not UTF-8 text' },
      { cause: error },
    );
  }
}

function unreadable(file: string, problem: string): GalenError {
  return new GalenError('KNOWLEDGE_UNREADABLE', { file, problem });
}
