import { z } from '@hono/zod-openapi';
import { FlowGraph } from '../../domain/flow-graph.ts';
import { drawFlow } from '../../engine/draw-flow.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute } from './route.ts';

export function addFlowRoutes(app: App, { flows }: Pick<Galen, 'flows'>): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/flows',
      summary: 'The flows: their steps and where each outcome leads',
      answer: z.object({ flows: z.array(FlowGraph) }),
    },
    (c) => c.json({ flows: flows.map(({ name, flow }) => ({ ...drawFlow(flow), name })) }),
  );
}
