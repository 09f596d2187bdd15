import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { auditBody } from '../../domain/audit-entry.ts';
import { Feedback, FeedbackReason, MAX_COMMENT_LENGTH, Rating } from '../../domain/run-record.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { ownWords } from './read-body.ts';
import { type App, addRoute, found } from './route.ts';

const GivenFeedback = z.strictObject({
  rating: Rating,
  reason: FeedbackReason.nullable().default(null),
  comment: ownWords(MAX_COMMENT_LENGTH).nullable().default(null),
});

/** What the asker of a turn thinks of its answer: theirs alone to say, to change and to take back. */
export function addFeedbackRoutes(app: App, { feedbacks }: Pick<Galen, 'feedbacks'>): void {
  addRoute(app, 'post', '/v1/runs/{id}/feedback', {
    summary: 'Say whether the answer to a turn of the asker’s was helpful, and if not, why',
    what: 'run',
    body: GivenFeedback,
    answer: Feedback,
    handle: ({ principal, id, body: { rating, reason, comment } }) => {
      const updated_at = new Date().toISOString();
      const words = comment ? redactPii(comment).text : null;
      // Never the comment: it is the asker's own words, and the chain is read by others.
      const about = { id: randomUUID(), at: updated_at, run_id: id, details: { rating, reason } };
      const audit = auditBody(principal, 'feedback', about);
      return feedbacks.give(principal, { run_id: id, rating, reason, comment: words, updated_at }, audit);
    },
  });

  addRoute(app, 'delete', '/v1/runs/{id}/feedback', {
    summary: 'Take back what was said of an answer',
    what: 'run',
    answer: null,
    handle: async ({ principal, id }) => {
      const about = { id: randomUUID(), at: new Date().toISOString(), run_id: id, details: {} };
      const audit = auditBody(principal, 'feedback-withdrawn', about);
      return found((await feedbacks.takeBack(principal, id, audit)) || null, 'feedback');
    },
  });
}
