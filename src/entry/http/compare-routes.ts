import { CompareRequest, Comparison } from '../../domain/compare.ts';
import { compareFlows } from '../compare/compare-flows.ts';
import type { Galen } from '../compose.ts';
import { readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';

export function addCompareRoutes(app: App, { turns }: Galen): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/compare',
      summary:
        'Ask the evidence and the research flow the same question, and tell how far their answers agree',
      body: CompareRequest,
      answer: Comparison,
    },
    async (c) => {
      const request = await readBody(c, CompareRequest);
      return c.json(await compareFlows({ turns, clock: Date.now }, request, c.get('principal')));
    },
  );
}
