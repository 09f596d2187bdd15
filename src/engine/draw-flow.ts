import type { Flow } from './define-flow.ts';
import { stepName } from './step-name.ts';

export interface Drawing {
  name: string;
  start: string;
  nodes: { name: string; kind: 'node' | 'pause' | 'sub-flow'; inner: Drawing | null }[];
  routes: { from: string; outcome: string; to: string }[];
}

/** The route table by the names that stand in the trace, for whoever draws it. */
export function drawFlow({ name, start, nodes, routes }: Flow): Drawing {
  return {
    name,
    start: stepName(start),
    nodes: Object.entries(nodes).map(([key, node]) => ({
      name: stepName(key),
      kind: node.kind,
      inner: node.kind === 'sub-flow' ? drawFlow(node.flow) : null,
    })),
    routes: Object.entries(routes).flatMap(([from, outcomes]) =>
      Object.entries(outcomes).map(([outcome, to]) => ({
        from: stepName(from),
        outcome,
        to: stepName(to),
      })),
    ),
  };
}
