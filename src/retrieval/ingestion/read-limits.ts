import { z } from 'zod';

/** How much a file may ask of the process that reads it. */
export const ReadLimits = z.object({
  /** Of the file as it comes. */
  bytes: z.number(),
  pages: z.number(),
  records: z.number(),
  /** Of a packed file, once unpacked. */
  unpackedBytes: z.number(),
  /** Of all its documents' text together. */
  characters: z.number(),
  milliseconds: z.number(),
  /** Heap of the thread that reads; what it holds outside the heap may grow to twice this. */
  memoryMiB: z.number(),
});
export type ReadLimits = z.infer<typeof ReadLimits>;

const MIB = 1024 * 1024;

export const DEFAULT_READ_LIMITS: ReadLimits = {
  bytes: 20 * MIB,
  pages: 2_000,
  records: 200_000,
  unpackedBytes: 100 * MIB,
  characters: 25_000_000,
  milliseconds: 20_000,
  memoryMiB: 512,
};
