import { z } from 'zod';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';

/** A page of a paged format: `text.slice(start, end)`. */
export const Page = z.object({ number: z.number().int(), start: z.number().int(), end: z.number().int() });

/** A document as its file holds it, whatever the format. Every offset refers to `text`. */
export const ParsedDocument = z.object({
  /** Stable within its file: the same record of the same file always gets the same key. */
  key: z.string(),
  /** What the file itself calls the record (MASO of a question–answer pair). */
  number: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  pages: z.array(Page).nullable(),
  /** What the file itself says; whoever ingests it may say otherwise. */
  language: Language.nullable(),
  journal: z.string().nullable(),
  year: z.number().int().nullable(),
  pmid: z.string().nullable(),
  url: z.string().nullable(),
  reference: z.string().nullable(),
  evidence_level: EvidenceLevel.nullable(),
  source_type: z.string().nullable(),
  /** Topic and sub-topic of a question–answer pair (DEMUC, CHU_DE_CON). */
  demuc: z.string().nullable(),
  chu_de_con: z.string().nullable(),
});
export type ParsedDocument = z.infer<typeof ParsedDocument>;

/** What a file gave, and what of it could not be taken, with the reason. */
export const ParsedFile = z.object({
  documents: z.array(ParsedDocument),
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type ParsedFile = z.infer<typeof ParsedFile>;
