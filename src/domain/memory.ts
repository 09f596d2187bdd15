import { z } from 'zod';

export const MemoryKind = z.enum(['condition', 'medication', 'allergy', 'preference']);
export type MemoryKind = z.infer<typeof MemoryKind>;

export const MAX_MEMORY_LENGTH = 200;

/** Something that an asker told of themselves, kept at their wish; already redacted. */
export const Memory = z.object({
  id: z.string(),
  kind: MemoryKind,
  text: z.string().min(1).max(MAX_MEMORY_LENGTH),
  /** The turn in which it was said; null once the asker has corrected it, or its conversation is gone. */
  run_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Memory = z.infer<typeof Memory>;
