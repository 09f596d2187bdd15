import { z } from '@hono/zod-openapi';
import { GalenError } from '../../domain/errors.ts';
import { Conversation, Message } from '../../domain/run-record.ts';
import { isReadable } from '../../gates/front/check-form.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { describeProblem, readBody } from './read-body.ts';
import { type App, addRoute, idOf, notFound } from './route.ts';

const ConversationId = z.object({ id: z.uuid() });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The last conversation of the page before. */
  before: z.uuid().optional(),
  search: z.string().max(200).optional(),
});
const Rename = z.strictObject({
  title: z.string().trim().min(1).max(200).refine(isReadable, 'holds characters that are no text'),
});

export function addConversationRoutes(app: App, { conversations }: Galen): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/conversations',
      summary: 'The asker’s conversations, newest first',
      query: ListQuery,
      answer: z.object({ conversations: z.array(Conversation) }),
    },
    async (c) => {
      const query = ListQuery.safeParse(c.req.query());
      if (!query.success) throw new GalenError('BAD_REQUEST', { problem: describeProblem(query.error) });
      return c.json({ conversations: await conversations.list(c.get('principal'), query.data) });
    },
  );

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/conversations/{id}',
      summary: 'A conversation with its messages, answers whole',
      params: ConversationId,
      answer: z.object({ conversation: Conversation, messages: z.array(Message) }),
    },
    async (c) => c.json(found(await conversations.get(c.get('principal'), idOf(c, 'conversation')))),
  );

  addRoute(
    app,
    {
      method: 'patch',
      path: '/v1/conversations/{id}',
      summary: 'Rename a conversation',
      params: ConversationId,
      body: Rename,
      answer: Conversation,
    },
    async (c) => {
      const { title } = await readBody(c, Rename);
      const { text } = redactPii(title);
      return c.json(found(await conversations.rename(c.get('principal'), idOf(c, 'conversation'), text)));
    },
  );

  addRoute(
    app,
    {
      method: 'delete',
      path: '/v1/conversations/{id}',
      summary: 'Delete a conversation with its messages and runs; the audit chain stays',
      params: ConversationId,
      answer: null,
    },
    async (c) => {
      if (!(await conversations.remove(c.get('principal'), idOf(c, 'conversation'))))
        throw notFound('conversation');
      return c.body(null, 204);
    },
  );
}

function found<Value>(value: Value | null): Value {
  if (value === null) throw notFound('conversation');
  return value;
}
