import { z } from '@hono/zod-openapi';
import type { Principal } from '../../domain/access.ts';
import { MAX_MEMORY_LENGTH, Memory } from '../../domain/memory.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { ownWords } from './read-body.ts';
import { type App, addRoute } from './route.ts';

const Remembering = z.strictObject({ remembering: z.boolean() });
const Correction = z.strictObject({ text: ownWords(MAX_MEMORY_LENGTH).min(1) });
const Remembered = z.object({ remembering: z.boolean(), memories: z.array(Memory) });

/** What Galen remembers of an asker: theirs to see, to correct and to have forgotten. */
export function addMemoryRoutes(app: App, { memories }: Pick<Galen, 'memories'>): void {
  const remembered = async (principal: Principal) => {
    const known = await memories.recall(principal);
    return { remembering: known !== null, memories: known ?? [] };
  };

  addRoute(app, 'get', '/v1/memories', {
    summary: 'Whether Galen remembers what the asker tells of themselves, and what it remembers',
    answer: Remembered,
    handle: ({ principal }) => remembered(principal),
  });

  addRoute(app, 'patch', '/v1/memories', {
    summary: 'Ask Galen to remember, or not to: then it forgets everything',
    body: Remembering,
    answer: Remembered,
    handle: async ({ principal, body: { remembering } }) => {
      await memories.setRemembering(principal, remembering);
      return remembered(principal);
    },
  });

  addRoute(app, 'patch', '/v1/memories/{id}', {
    summary: 'Correct a memory',
    what: 'memory',
    body: Correction,
    answer: Memory,
    handle: ({ principal, id, body }) =>
      memories.correct(principal, id, redactPii(body.text).text, new Date().toISOString()),
  });

  addRoute(app, 'delete', '/v1/memories/{id}', {
    summary: 'Forget a memory',
    what: 'memory',
    answer: null,
    handle: ({ principal, id }) => memories.forget(principal, id),
  });
}
