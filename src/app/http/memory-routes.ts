import { z } from '@hono/zod-openapi';
import { MAX_MEMORY_LENGTH, Memory } from '../../domain/memory.ts';
import { isReadable } from '../../gates/front/check-form.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import type { Galen } from '../compose.ts';
import { readBody } from './read-body.ts';
import { type App, type AppContext, addRoute, idOf, notFound } from './route.ts';

const MemoryId = z.object({ id: z.uuid() });
const Remembering = z.strictObject({ remembering: z.boolean() });
const Correction = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(MAX_MEMORY_LENGTH)
    .refine(isReadable, 'holds characters that are no text'),
});
const Remembered = z.object({ remembering: z.boolean(), memories: z.array(Memory) });

/** What Galen remembers of an asker: theirs to see, to correct and to have forgotten. */
export function addMemoryRoutes(app: App, { memories }: Pick<Galen, 'memories'>): void {
  const remembered = async (c: AppContext) => {
    const known = await memories.recall(c.get('principal'));
    return { remembering: known !== null, memories: known ?? [] };
  };

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/memories',
      summary: 'Whether Galen remembers what the asker tells of themselves, and what it remembers',
      answer: Remembered,
    },
    async (c) => c.json(await remembered(c)),
  );

  addRoute(
    app,
    {
      method: 'patch',
      path: '/v1/memories',
      summary: 'Ask Galen to remember, or not to: then it forgets everything',
      body: Remembering,
      answer: Remembered,
    },
    async (c) => {
      const { remembering } = await readBody(c, Remembering);
      await memories.setRemembering(c.get('principal'), remembering);
      return c.json(await remembered(c));
    },
  );

  addRoute(
    app,
    {
      method: 'patch',
      path: '/v1/memories/{id}',
      summary: 'Correct a memory',
      params: MemoryId,
      body: Correction,
      answer: Memory,
    },
    async (c) => {
      const { text } = redactPii((await readBody(c, Correction)).text);
      const corrected = await memories.correct(
        c.get('principal'),
        idOf(c, 'memory'),
        text,
        new Date().toISOString(),
      );
      if (corrected === null) throw notFound('memory');
      return c.json(corrected);
    },
  );

  addRoute(
    app,
    {
      method: 'delete',
      path: '/v1/memories/{id}',
      summary: 'Forget a memory',
      params: MemoryId,
      answer: null,
    },
    async (c) => {
      if (!(await memories.forget(c.get('principal'), idOf(c, 'memory')))) throw notFound('memory');
      return c.body(null, 204);
    },
  );
}
