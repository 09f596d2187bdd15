import { parse as parseYaml } from 'yaml';
import { GalenError } from '../../../domain/errors.ts';
import { readMarkdown } from '../read-markdown.ts';
import { type FormatReader, textOf } from './format-reader.ts';
import { cleanText, parsedText, titleFromName } from './parsed-text.ts';

const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/u;

/** Markdown is one document. Front matter of our own form is taken whole; of any other only a title. */
export const readMarkdownFile: FormatReader = (file) => {
  const text = cleanText(textOf(file));
  const fields = frontMatterOf(text);
  if (fields === null) {
    return {
      documents: [parsedText({ title: headingOf(text) ?? titleFromName(file.name), text })],
      skipped: [],
    };
  }
  try {
    const { id, topic, translation_of, doi, ...known } = readMarkdown(file.name, `${text}\n`);
    const url = doi === undefined ? null : `https://doi.org/${doi}`;
    return { documents: [parsedText({ ...known, key: id, pmid: known.pmid ?? null, url })], skipped: [] };
  } catch (error) {
    if (!(error instanceof GalenError)) throw error;
    const body = text.replace(FRONT_MATTER, '');
    const title = typeof fields.title === 'string' ? fields.title : headingOf(body);
    return {
      documents: [parsedText({ title: title ?? titleFromName(file.name), text: body })],
      skipped: [{ place: 'front matter', reason: String(error.details.problem) }],
    };
  }
};

/** Null where the text only starts with a rule of dashes. */
function frontMatterOf(text: string): Record<string, unknown> | null {
  const yaml = FRONT_MATTER.exec(text)?.[1];
  if (yaml === undefined) return null;
  try {
    const fields: unknown = parseYaml(yaml);
    // A YAML mapping, whatever it maps.
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : null;
  } catch {
    // What is not YAML between two rules is text.
    return null;
  }
}

function headingOf(text: string): string | undefined {
  return /^# +(.+)$/mu.exec(text)?.[1];
}
