import { z } from 'zod';
import { FILE_FORMATS } from './detect-format.ts';
import { ParsedFile } from './parsed-document.ts';
import { ReadLimits } from './read-limits.ts';

/** What the thread that reads is asked. */
export const ReadRequest = z.object({
  format: z.enum(FILE_FORMATS),
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  limits: ReadLimits,
});
export type ReadRequest = z.infer<typeof ReadRequest>;

/** What it answers. An error of ours comes with its code; what a library threw may quote the file and stays behind. */
export const ReadReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('parsed'), file: ParsedFile }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['DOCUMENT_UNREADABLE', 'DOCUMENT_TOO_LARGE']),
    problem: z.string(),
  }),
]);
export type ReadReply = z.infer<typeof ReadReply>;
