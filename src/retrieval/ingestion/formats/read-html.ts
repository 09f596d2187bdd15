import { type CheerioAPI, load, loadBuffer } from 'cheerio';
import { Language } from '../../../domain/language.ts';
import type { ParsedFile } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';
import { type FormatReader, unreadable } from './format-reader.ts';
import { htmlBlocks } from './html-blocks.ts';
import { oneLine, parsedText, titleFromName } from './parsed-text.ts';

/** An HTML page is one document. Nothing in it is run or fetched. */
export const readHtml: FormatReader = (file) => {
  const text = decodeText(file.bytes);
  if (text !== null) return readPage(load(text), file.name);
  // Older pages are in the encoding they declare; undeclared bytes would only be guessed at.
  const head = Buffer.from(file.bytes.subarray(0, 2_048)).toString('latin1');
  if (!/<meta[^>]+charset/iu.test(head)) throw unreadable(file, 'it is not text in UTF-8');
  return readPage(loadBuffer(Buffer.from(file.bytes)), file.name);
};

export function readPage($: CheerioAPI, name: string): ParsedFile {
  const title =
    oneLine($('head title').first().text()) || oneLine($('h1').first().text()) || titleFromName(name);
  const language = Language.safeParse($('html').attr('lang')?.slice(0, 2).toLowerCase());
  const text = htmlBlocks($, title);
  return { documents: [parsedText({ title, text, language: language.data ?? null })], skipped: [] };
}
