import { z } from 'zod';
import { Answer, Step } from './answer.ts';
import { FlowName } from './ask.ts';
import { ErrorBody } from './errors.ts';

export const RunStatus = z.enum(['running', 'waiting', 'done', 'failed', 'interrupted']);
export type RunStatus = z.infer<typeof RunStatus>;

/** A turn, from the moment it was accepted. `question` is the redacted one. */
export const RunRecord = z.object({
  id: z.string(),
  conversation_id: z.string(),
  flow: FlowName,
  status: RunStatus,
  question: z.string(),
  answer: Answer.nullable(),
  error: ErrorBody.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type RunRecord = z.infer<typeof RunRecord>;

export const Message = z.object({
  id: z.string(),
  run_id: z.string(),
  author: z.enum(['asker', 'galen']),
  text: z.string(),
  /** The whole envelope for Galen's messages, so that a reload shows the same citations. */
  answer: Answer.nullable(),
  created_at: z.string(),
});
export type Message = z.infer<typeof Message>;

export const Conversation = z.object({
  id: z.string(),
  title: z.string(),
  /** What answered last in it, and with whose chart: where it is to be gone on with. Null where that is not known. */
  flow: FlowName.nullable(),
  patient_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Conversation = z.infer<typeof Conversation>;

/** What happens during a run, as it is streamed, stored and replayed. `note` is for the trace: verdicts, degradations, retries. */
export const RunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), data: Step }),
  z.object({ type: z.literal('progress'), data: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('note'), data: z.object({ topic: z.string() }).catchall(z.unknown()) }),
  z.object({ type: z.literal('token'), data: z.object({ text: z.string() }) }),
  z.object({ type: z.literal('approval'), data: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('answer'), data: Answer }),
  z.object({ type: z.literal('error'), data: ErrorBody }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** A run event with its place in the run: `seq` is the event id on the wire. */
export type NumberedEvent = RunEvent & { seq: number };

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
