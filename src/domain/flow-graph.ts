import { z } from 'zod';
import { FlowName } from './ask.ts';

const Node = z.object({ name: z.string(), kind: z.enum(['node', 'pause', 'sub-flow']) });

/** By the names that stand in the trace; `to` of a route is a node, or `end`. */
const Shape = z.object({
  name: z.string(),
  start: z.string(),
  routes: z.array(z.object({ from: z.string(), outcome: z.string(), to: z.string() })),
});

/** A flow inside a step. Drawn one deep: a schema of itself has no end in OpenAPI. */
const InnerGraph = Shape.extend({ nodes: z.array(Node) });

/** A flow's steps and where each outcome leads, to be drawn. */
export const FlowGraph = Shape.extend({
  name: FlowName,
  nodes: z.array(Node.extend({ inner: InnerGraph.nullable() })),
});
export type FlowGraph = z.infer<typeof FlowGraph>;
