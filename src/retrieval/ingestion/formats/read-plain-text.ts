import { type FormatReader, textOf } from './format-reader.ts';
import { parsedText, titleFromName } from './parsed-text.ts';

/** Plain text is one document, titled by its file's name. */
export const readPlainText: FormatReader = (file) => ({
  documents: [parsedText({ title: titleFromName(file.name), text: textOf(file) })],
  skipped: [],
});
