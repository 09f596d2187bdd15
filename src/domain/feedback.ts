import { z } from 'zod';

export const Rating = z.enum(['up', 'down']);
export type Rating = z.infer<typeof Rating>;

/** What is wrong with an answer, in the words of a short list. */
export const FeedbackReason = z.enum([
  'wrong',
  'not-answered',
  'sources-do-not-fit',
  'hard-to-understand',
  'unsafe',
  'other',
]);
export type FeedbackReason = z.infer<typeof FeedbackReason>;

export const MAX_COMMENT_LENGTH = 1_000;

/** What the asker of a turn thinks of its answer. `comment` is theirs alone: it stands in no log and no audit entry. */
export const Feedback = z.object({
  run_id: z.string(),
  rating: Rating,
  reason: FeedbackReason.nullable(),
  comment: z.string().nullable(),
  updated_at: z.string(),
});
export type Feedback = z.infer<typeof Feedback>;

/** How many answers were found helpful, how many not, and why not. */
export const FeedbackCounts = z.object({
  up: z.number().int(),
  down: z.number().int(),
  reasons: z.partialRecord(FeedbackReason, z.number().int()),
});
export type FeedbackCounts = z.infer<typeof FeedbackCounts>;
