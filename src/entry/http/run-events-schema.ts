import { z } from '@hono/zod-openapi';

/** Stored events in order; their data differ by type, as documented for the stream. */
export const RunEvents = z.object({
  events: z.array(
    z.object({ seq: z.number().int(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
  ),
});
