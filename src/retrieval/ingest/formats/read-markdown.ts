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

/** A Markdown file with YAML front matter, its line ends and letters in one form. The front matter is not text. */
export function readMarkdown(file: string, content: string): MarkdownDocument {
  return readFrontMatter(file, content, FrontMatter);
}

/** The same for any front matter: what it says, checked, and the text below it. */
export function readFrontMatter<Schema extends z.ZodObject>(file: string, content: string, schema: Schema) {
  const parts = partsOf(content.normalize('NFC').replace(/\r\n?/g, '\n'));
  if (!parts) throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: 'it has no front matter' });
  const parsed = schema.safeParse(parts.fields);
  if (!parsed.success) {
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: namesOf(parsed.error) });
  }
  return { ...parsed.data, text: parts.body.trim() };
}

/** Which entries are missing or wrong, each once, by name. */
function namesOf({ issues }: z.ZodError): string {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'front matter'],
  );
  return `not as expected: ${[...new Set(names)].join(', ')}`;
}

/** What the front matter says and the text below it; null without front matter. */
function partsOf(text: string): { fields: unknown; body: string } | null {
  const [, yaml, body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/u.exec(text) ?? [];
  if (yaml === undefined) return null;
  try {
    return { fields: parseYaml(yaml), body };
  } catch {
    // Malformed YAML is no front matter: the schema says so with the file's name.
    return { fields: null, body };
  }
}

/** Markdown is one document. Front matter of our own form is taken whole; of any other only a title. */
export const readMarkdownFile: FormatReader = (file) => {
  const text = cleanText(textOf(file));
  const { fields, body } = partsOf(`${text}\n`) ?? { fields: null, body: text };
  const mapping = z.record(z.string(), z.unknown()).safeParse(fields);
  // What is no mapping between two rules of dashes is text.
  if (!mapping.success) {
    return {
      documents: [parsedText({ title: headingOf(text) ?? titleFromName(file.name), text })],
      skipped: [],
    };
  }
  const own = FrontMatter.safeParse(fields);
  if (own.success) {
    const { id, topic, translation_of, doi, ...known } = own.data;
    const url = doi === undefined ? null : `https://doi.org/${doi}`;
    const document = { ...known, text: body, key: id, pmid: known.pmid ?? null, url };
    return { documents: [parsedText(document)], skipped: [] };
  }
  const title = typeof mapping.data.title === 'string' ? mapping.data.title : headingOf(body);
  return {
    documents: [parsedText({ title: title ?? titleFromName(file.name), text: body })],
    skipped: [{ place: 'front matter', reason: namesOf(own.error) }],
  };
};

function headingOf(text: string): string | undefined {
  return /^# +(.+)$/mu.exec(text)?.[1];
}

/** Plain text is one document, titled by its file's name. */
export const readPlainText: FormatReader = (file) => ({
  documents: [parsedText({ title: titleFromName(file.name), text: textOf(file) })],
  skipped: [],
});
