import { z } from 'zod';
import { Scope } from './access.ts';
import { EvidenceLevel } from './evidence-level.ts';
import { Language } from './language.ts';

const Name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,99}$/u, 'must be letters, digits, spaces, dots and dashes');

/** What a document is about, in its makers' words. */
const Label = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,200}$/u, 'must be 1 to 200 characters on one line');

/** How files are to be stored. What is null is taken from the file itself, or by default. */
export const IngestSettings = z.strictObject({
  collection: Name.default('uploads'),
  scope: Scope.default('internal'),
  department: Name.nullable().default(null),
  /** Whom the documents are written for; null is for everyone. */
  role: Name.nullable().default(null),
  topic: Label.nullable().default(null),
  sub_topic: Label.nullable().default(null),
  source_type: Name.nullable().default(null),
  evidence_level: EvidenceLevel.nullable().default(null),
  language: Language.nullable().default(null),
});
export type IngestSettings = z.infer<typeof IngestSettings>;

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** What became of one file. `reason` says why it failed; a failed file leaves what was stored of it before. */
export const FileOutcome = z.object({
  loaded: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })),
  reason: z.string().nullable(),
  /** The error's code, for whoever says it in their own words. */
  code: z.string().optional(),
});
export type FileOutcome = z.infer<typeof FileOutcome>;

/** Files are counted by `done` and `total`, documents by the rest. */
export const IngestProgress = z.object({
  done: z.number().int(),
  total: z.number().int(),
  loaded: z.number().int(),
  unchanged: z.number().int(),
  removed: z.number().int(),
  failed: z.array(z.object({ file: z.string(), reason: z.string(), code: z.string().optional() })),
  /** Parts of files that could not be taken. */
  skipped: z.array(z.object({ file: z.string(), place: z.string(), reason: z.string() })),
});
export type IngestProgress = z.infer<typeof IngestProgress>;

/** `done`: every file was dealt with, if only to fail. `failed`: it was given up before that. */
export const JobState = z.enum(['queued', 'running', 'done', 'failed']);
export type JobState = z.infer<typeof JobState>;

export const IngestJob = z.object({
  id: z.string(),
  state: JobState,
  progress: IngestProgress,
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type IngestJob = z.infer<typeof IngestJob>;

/** How much may be sent at once. */
export const UploadLimits = z.object({
  files: z.number().int(),
  file_bytes: z.number().int(),
  request_bytes: z.number().int(),
});
export type UploadLimits = z.infer<typeof UploadLimits>;
