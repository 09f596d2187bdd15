import { z } from 'zod';
import { parseJson } from '../../../domain/canonical-json.ts';
import { EvidenceLevel } from '../../../domain/evidence-level.ts';
import { Language } from '../../../domain/language.ts';
import {
  type FormatReader,
  type ParsedDocument,
  type ParsedFile,
  parsedText,
  textOf,
  tooManyRecords,
} from '../parsed-document.ts';

const Label = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

/** A line of our own form, or of BEIR's (`_id`, `title`, `text`). Fields beyond these are left alone. */
const Line = z.object({
  id: Label.nullish(),
  _id: Label.nullish(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  abstract: z.string().nullish(),
  year: z.coerce.number().int().min(1000).max(2200).nullish(),
  journal: z.string().nullish(),
  pmid: Label.nullish(),
  url: z.url({ protocol: /^https?$/u }).nullish(),
  language: Language.nullish(),
  evidence_level: EvidenceLevel.nullish(),
});

/** JSON Lines: a document a line. A line that is none is reported and the others go in. */
export const readJsonl: FormatReader = (file) => {
  const documents = new Map<string, ParsedDocument>();
  const skipped: ParsedFile['skipped'] = [];
  let records = 0;
  for (const [i, line] of textOf(file).split('\n').entries()) {
    if (line.trim() === '') continue;
    records += 1;
    if (records > file.limits.records) throw tooManyRecords(file);
    const read = readLine(line, i + 1);
    const reason = 'reason' in read ? read.reason : documents.has(read.key) ? 'its id comes twice' : null;
    if (reason !== null) skipped.push({ place: `line ${i + 1}`, reason });
    else if ('key' in read) documents.set(read.key, read);
  }
  return { documents: [...documents.values()], skipped };
};

function readLine(line: string, number: number): ParsedDocument | { reason: string } {
  const json = parseJson(line);
  if (json === undefined) return { reason: 'it is not valid JSON' };
  const parsed = Line.safeParse(json);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'the line');
    return { reason: `not as expected: ${fields.join(', ')}` };
  }
  const { id, _id, title, text, abstract, ...known } = parsed.data;
  const body = [abstract, text].map((part) => part?.trim() ?? '').filter((part) => part !== '');
  if (body.length === 0) return { reason: 'it has no text' };
  return parsedText({
    ...known,
    key: id || _id || known.pmid || `line-${number}`,
    title: title ?? '',
    text: body.length === 2 ? `## Abstract\n\n${body[0]}\n\n## Text\n\n${body[1]}` : (body[0] ?? ''),
    journal: known.journal || null,
    pmid: known.pmid || null,
  });
}
