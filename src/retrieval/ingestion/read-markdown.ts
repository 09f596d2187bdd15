import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';

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
