import { load } from 'cheerio';
import mammoth from 'mammoth';
import { checkZip } from './check-zip.ts';
import { type FormatReader, unreadable } from './format-reader.ts';
import { readPage } from './read-html.ts';

/** A Word document, by way of HTML: headings, paragraphs, lists and tables stay what they are; pictures go. */
export const readDocx: FormatReader = async (file) => {
  if (!checkZip(file).includes('word/document.xml')) {
    throw unreadable(file, 'its archive holds no Word document');
  }
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(file.bytes) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  return readPage(load(html), file.name);
};
