import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Principal } from '../../domain/access.ts';
import { type AuditAction, auditBody } from '../../domain/audit-entry.ts';
import { Feedback, FeedbackReason, MAX_COMMENT_LENGTH, Rating } from '../../domain/run-record.ts';
import { isReadable } from '../../gates/front/check-form.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute, found, idOf } from './route.ts';

const RunId = z.object({ id: z.uuid() });
const GivenFeedback = z.strictObject({
  rating: Rating,
  reason: FeedbackReason.nullable().default(null),
  comment: z
    .string()
    .trim()
    .max(MAX_COMMENT_LENGTH)
    .refine(isReadable, 'holds characters that are no text')
    .nullable()
    .default(null),
});

/** What the asker of a turn thinks of its answer: theirs alone to say, to change and to take back. */
export function addFeedbackRoutes(app: App, { feedbacks }: Pick<Galen, 'feedbacks'>): void {
  addRoute(app, 'post', '/v1/runs/{id}/feedback', {
    summary: 'Say whether the answer to a turn of the asker’s was helpful, and if not, why',
    params: RunId,
    body: GivenFeedback,
    answer: Feedback,
    handle: async ({ c, principal, body: { rating, reason, comment } }) => {
      const run_id = idOf(c, 'run');
      const updated_at = new Date().toISOString();
      const words = comment ? redactPii(comment).text : null;
      const audit = entry(principal, 'feedback', run_id, updated_at, { rating, reason });
      const given = { run_id, rating, reason, comment: words, updated_at };
      return found(await feedbacks.give(principal, given, audit), 'run');
    },
  });

  addRoute(app, 'delete', '/v1/runs/{id}/feedback', {
    summary: 'Take back what was said of an answer',
    params: RunId,
    answer: null,
    handle: async ({ c, principal }) => {
      const run_id = idOf(c, 'run');
      const audit = entry(principal, 'feedback-withdrawn', run_id, new Date().toISOString(), {});
      found((await feedbacks.takeBack(principal, run_id, audit)) || null, 'feedback');
    },
  });
}

/** Never the comment: it is the asker's own words, and the chain is read by others. */
function entry(
  principal: Principal,
  action: AuditAction,
  run_id: string,
  at: string,
  details: Record<string, unknown>,
) {
  return auditBody(principal, action, { id: randomUUID(), at, run_id, details });
}
