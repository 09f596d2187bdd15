import type { ParsedDocument } from '../parsed-document.ts';

/** A parsed document of which only some things are known; its text and labels in one form. */
export function parsedText(known: Partial<ParsedDocument> & { title: string; text: string }): ParsedDocument {
  return {
    key: 'document',
    number: null,
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
    ...known,
    title: oneLine(known.title),
    text: cleanText(known.text),
  };
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
