import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { GalenError } from '../../../domain/errors.ts';
import { EvidenceLevel } from '../../../domain/evidence-level.ts';
import { Language } from '../../../domain/language.ts';
import { cleanText, type FormatReader, parsedText, textOf, titleFromName } from '../parsed-document.ts';

const FrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z0-9.-]+$/u),
  title: z.string().min(1),
  journal: z.string().min(1),
  year: z.number().int().min(1900).max(2100),
  evidence_level: EvidenceLevel,
  source_type: z.string().min(1),
  topic: z.string().min(1),
  language: Language,
  translation_of: z.string().optional(),
  reference: z.string().min(1),
  pmid: z.string().regex(/^\d+$/u).optional(),
  doi: z.string().startsWith('10.').optional(),
});

export type MarkdownDocument = z.infer<typeof FrontMatter> & { text: string };

const FENCED = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u;

/** A Markdown file with YAML front matter, its line ends and letters in one form. The front matter is not text. */
export function readMarkdown(file: string, content: string): MarkdownDocument {
  return readFrontMatter(file, content, FrontMatter);
}

/** The same for any front matter: what it says, checked, and the text below it. */
export function readFrontMatter<Schema extends z.ZodObject>(file: string, content: string, schema: Schema) {
  const parts = FENCED.exec(content.normalize('NFC').replace(/\r\n?/g, '\n'));
  if (!parts) throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: 'it has no front matter' });
  const [, frontMatter = '', body = ''] = parts;
  const parsed = schema.safeParse(yamlOrNull(frontMatter));
  if (!parsed.success) {
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: namesOf(parsed.error) });
  }
  return { ...parsed.data, text: body.trim() };
}

/** Which entries are missing or wrong, each once, by name. */
function namesOf({ issues }: z.ZodError): string {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'front matter'],
  );
  return `not as expected: ${[...new Set(names)].join(', ')}`;
}

function yamlOrNull(text: string): unknown {
  try {
    return parseYaml(text);
  } catch {
    // Malformed YAML is no front matter: the schema says so with the file's name.
    return null;
  }
}

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

/** Plain text is one document, titled by its file's name. */
export const readPlainText: FormatReader = (file) => ({
  documents: [parsedText({ title: titleFromName(file.name), text: textOf(file) })],
  skipped: [],
});
