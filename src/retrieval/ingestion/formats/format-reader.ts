import { GalenError } from '../../../domain/errors.ts';
import type { ParsedFile } from '../parsed-document.ts';
import type { ReadLimits } from '../read-limits.ts';
import { decodeText } from './decode-text.ts';

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
