import { z } from 'zod';
import { Answer, Step } from './answer.ts';
import { ErrorBody } from './errors.ts';

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
