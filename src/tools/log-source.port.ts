import { z } from 'zod';

export const LogLine = z.object({
  /** Which log, and which line of it. */
  source: z.string().max(200),
  number: z.number().int(),
  /** As the line states it; null where it states none. */
  time: z.string().nullable(),
  text: z.string().max(2_000),
});
export type LogLine = z.infer<typeof LogLine>;

export interface LogQuery {
  tenant_id: string;
  /** Lines that hold one of each of these, in any case. */
  words: readonly (readonly string[])[];
  /** Not before and not after, in milliseconds since the epoch; lines without a time are left out and counted when one is given. */
  from: number | null;
  to: number | null;
  limit: number;
  signal: AbortSignal;
}

export interface FoundLines {
  lines: LogLine[];
  /** How many there are in all; null where not all was searched. */
  total: number | null;
  /** How many more hold the words, but state no time by which they could be told to be of the period. */
  undated: number;
}

/** Where operational logs are searched. Who may do so is settled before it is asked. */
export interface LogSource {
  search(query: LogQuery): Promise<FoundLines>;
}
