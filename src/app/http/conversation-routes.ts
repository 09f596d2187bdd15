import { z } from '@hono/zod-openapi';
import { Conversation, Feedback, Message } from '../../domain/run-record.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { ownWords } from './read-body.ts';
import { type App, addRoute, found } from './route.ts';

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The last conversation of the page before. */
  before: z.uuid().optional(),
  search: z.string().max(200).optional(),
});
const Rename = z.strictObject({ title: ownWords(200).min(1) });

export function addConversationRoutes(app: App, { conversations, feedbacks }: Galen): void {
  addRoute(app, 'get', '/v1/conversations', {
    summary: 'The asker’s conversations, newest first',
    query: ListQuery,
    answer: z.object({ conversations: z.array(Conversation) }),
    handle: async ({ principal, query }) => ({ conversations: await conversations.list(principal, query) }),
  });

  addRoute(app, 'get', '/v1/conversations/{id}', {
    summary: 'A conversation with its messages, answers whole, and what the asker said of them',
    what: 'conversation',
    answer: z.object({
      conversation: Conversation,
      messages: z.array(Message),
      feedback: z.array(Feedback),
    }),
    handle: async ({ principal, id }) => {
      const conversation = found(await conversations.get(principal, id), 'conversation');
      return { ...conversation, feedback: await feedbacks.ofConversation(principal, id) };
    },
  });

  addRoute(app, 'patch', '/v1/conversations/{id}', {
    summary: 'Rename a conversation',
    what: 'conversation',
    body: Rename,
    answer: Conversation,
    handle: ({ principal, id, body }) => conversations.rename(principal, id, redactPii(body.title).text),
  });

  addRoute(app, 'delete', '/v1/conversations/{id}', {
    summary: 'Delete a conversation with its messages and runs; the audit chain stays',
    what: 'conversation',
    answer: null,
    handle: ({ principal, id }) => conversations.remove(principal, id),
  });
}
