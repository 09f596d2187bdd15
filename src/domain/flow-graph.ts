import { z } from 'zod';
import { FlowName } from './ask.ts';

const Graph = z.object({
  name: z.string(),
  start: z.string(),
  /** By the names that stand in the trace. `inner` is the flow inside a step, where there is one. */
  nodes: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['node', 'pause', 'sub-flow']),
      get inner(): z.ZodNullable<typeof Graph> {
        return Graph.nullable();
      },
    }),
  ),
  /** `to` is a node, or `end`. */
  routes: z.array(z.object({ from: z.string(), outcome: z.string(), to: z.string() })),
});

/** A flow's steps and where each outcome leads, to be drawn. */
export const FlowGraph = Graph.extend({ name: FlowName });
export type FlowGraph = z.infer<typeof FlowGraph>;
