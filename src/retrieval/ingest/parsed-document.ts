import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';

/** A page of a paged format: `text.slice(start, end)`. */
const Page = z.object({ number: z.number().int(), start: z.number().int(), end: z.number().int() });

/** A document as its file holds it, whatever the format. Every offset refers to `text`. */
export const ParsedDocument = z.object({
  /** Stable within its file: the same record of the same file always gets the same key. */
  key: z.string().default('document'),
  /** What the file itself calls the record (MASO of a question–answer pair). */
  number: z.string().nullable().default(null),
  title: z.string(),
  text: z.string(),
  pages: z.array(Page).nullable().default(null),
  /** What the file itself says; whoever ingests it may say otherwise. */
  language: Language.nullable().default(null),
  journal: z.string().nullable().default(null),
  year: z.number().int().nullable().default(null),
  pmid: z.string().nullable().default(null),
  url: z.string().nullable().default(null),
  reference: z.string().nullable().default(null),
  evidence_level: EvidenceLevel.nullable().default(null),
  source_type: z.string().nullable().default(null),
  /** Topic and sub-topic of a question–answer pair (DEMUC, CHU_DE_CON). */
  demuc: z.string().nullable().default(null),
  chu_de_con: z.string().nullable().default(null),
});
export type ParsedDocument = z.infer<typeof ParsedDocument>;

/** What a file gave, and what of it could not be taken, with the reason. */
export const ParsedFile = z.object({
  documents: z.array(ParsedDocument),
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type ParsedFile = z.infer<typeof ParsedFile>;

export interface FileToRead {
  name: string;
  bytes: Uint8Array;
  limits: ReadLimits;
}

/** Reads the files of one format. Runs in a thread of its own; throws what the caller is to hear. */
export type FormatReader = (file: FileToRead) => ParsedFile | Promise<ParsedFile>;

export function unreadable(file: { name: string }, problem: string): GalenError {
  return new GalenError('DOCUMENT_UNREADABLE', { file: file.name, problem });
}

export function tooLarge(file: { name: string }, problem: string): GalenError {
  return new GalenError('DOCUMENT_TOO_LARGE', { file: file.name, problem });
}

export function tooManyRecords(file: FileToRead): GalenError {
  return tooLarge(file, `more than ${file.limits.records} records`);
}

/** The text of a file in a text format. */
export function textOf(file: FileToRead): string {
  const text = decodeText(file.bytes);
  if (text === null) throw unreadable(file, 'it is not text in UTF-8');
  return text;
}

/** A parsed document of which only some things are known; its text and labels in one form. */
export function parsedText(known: z.input<typeof ParsedDocument>): ParsedDocument {
  return ParsedDocument.parse({ ...known, title: oneLine(known.title), text: cleanText(known.text) });
}

/** One Unicode form, one line end, and nothing that is not text: control characters, halves of a character. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\r\n?|[\u0085\u2028\u2029\f\v]/gu, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000E-\u001F\u007F\u00AD\uFEFF]/gu, '')
      .trim()
  );
}

/** Text without line breaks or repeated spaces. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ');
}

/** What a file is called when it has no title of its own. */
export function titleFromName(name: string): string {
  const base = name.split(/[/\\]/u).at(-1) ?? name;
  return base.replace(/\.[^.]+$/u, '') || base;
}

/** How much a file may ask of the process that reads it. */
export const ReadLimits = z.object({
  /** Of the file as it comes. */
  bytes: z.number(),
  pages: z.number(),
  records: z.number(),
  /** Of a packed file, once unpacked. */
  unpackedBytes: z.number(),
  /** Of all its documents' text together. */
  characters: z.number(),
  milliseconds: z.number(),
  /** Heap of the thread that reads; what it holds outside the heap may grow to twice this. */
  memoryMiB: z.number(),
});
export type ReadLimits = z.infer<typeof ReadLimits>;

const MIB = 1024 * 1024;

export const DEFAULT_READ_LIMITS: ReadLimits = {
  bytes: 20 * MIB,
  pages: 2_000,
  records: 200_000,
  unpackedBytes: 100 * MIB,
  characters: 25_000_000,
  milliseconds: 20_000,
  memoryMiB: 512,
};

/** The text of UTF-8 bytes, or of UTF-16 with its byte order mark; null when they are neither. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // No text holds a null character, and PostgreSQL would not store it.
    return text.includes('\u0000') ? null : text;
  } catch {
    // The decoder throws on the first byte sequence that is no text.
    return null;
  }
}

/** The encoding that the byte order mark names; UTF-8 where there is none. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
