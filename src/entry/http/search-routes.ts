import { z } from '@hono/zod-openapi';
import { Correction, RankedPassage } from '../../domain/passage.ts';
import { Explanation } from '../../retrieval/search/rank-candidates.ts';
import type { Galen } from '../compose.ts';
import { searchKnowledge } from '../search-knowledge.ts';
import { SearchRequest } from '../search-request.ts';
import { readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';

export function addSearchRoutes(app: App, galen: Galen): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/search',
      summary: 'Search the passages the asker may read',
      body: SearchRequest,
      answer: z.object({
        passages: z.array(RankedPassage.extend({ explanation: Explanation.nullable() })),
        degraded: z.string().nullable(),
        corrections: z.array(Correction),
      }),
    },
    async (c) => {
      const request = await readBody(c, SearchRequest);
      return c.json(await searchKnowledge(galen, request, c.get('principal'), c.req.raw.signal));
    },
  );
}
