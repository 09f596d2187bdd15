import type { Step } from '../../../src/domain/answer.ts';
import type { FlowGraph } from '../../../src/domain/flow-graph.ts';

export const NODE = { width: 148, height: 34 };
const GAP = { x: 22, y: 44 };
const MARGIN = 14;
export const END = 'end';

export interface PlacedNode {
  name: string;
  kind: 'node' | 'pause' | 'sub-flow' | 'end';
  x: number;
  y: number;
  isLit: boolean;
}

export interface PlacedRoute {
  key: string;
  outcome: string;
  path: string;
  labelX: number;
  labelY: number;
  isLit: boolean;
}

export interface Layout {
  width: number;
  height: number;
  nodes: readonly PlacedNode[];
  routes: readonly PlacedRoute[];
}

/** Places a flow's steps in rows by their distance from the start, and lights the path that was taken. */
export function layoutGraph(graph: FlowGraph, steps: readonly Step[]): Layout {
  const rows = rowsOf(graph);
  const height = Math.max(...rows.values()) + 1;
  const byRow = Array.from({ length: height }, (_, row) =>
    [...rows].filter(([, at]) => at === row).map(([name]) => name),
  );
  const widest = Math.max(...byRow.map((names) => names.length));
  const inner = widest * (NODE.width + GAP.x) - GAP.x;
  const kinds = new Map(graph.nodes.map(({ name, kind }) => [name, kind]));
  const visited = new Set(steps.map(({ node }) => node));
  const hasEnded = steps.some(({ node, outcome }) => leadsTo(graph, node, outcome) === END);

  const nodes = byRow.flatMap((names, row) =>
    names.map((name, i): PlacedNode => {
      const used = names.length * (NODE.width + GAP.x) - GAP.x;
      return {
        name,
        kind: name === END ? 'end' : (kinds.get(name) ?? 'node'),
        x: MARGIN + (inner - used) / 2 + i * (NODE.width + GAP.x),
        y: MARGIN + row * (NODE.height + GAP.y),
        isLit: name === END ? hasEnded : visited.has(name),
      };
    }),
  );
  const placed = new Map(nodes.map((node) => [node.name, node]));
  const routes = graph.routes.flatMap(({ from, outcome, to }) => {
    const a = placed.get(from);
    const b = placed.get(to);
    if (a === undefined || b === undefined) return [];
    const isLit = steps.some((step) => step.node === from && step.outcome === outcome);
    return [{ key: `${from} ${outcome}`, outcome, isLit, ...curve(a, b) }];
  });
  return {
    // Routes that lead back run at the right of everything.
    width: inner + 2 * MARGIN + 46,
    height: MARGIN * 2 + height * (NODE.height + GAP.y) - GAP.y,
    nodes,
    routes,
  };
}

function leadsTo(graph: FlowGraph, node: string, outcome: string | null): string | null {
  return graph.routes.find((route) => route.from === node && route.outcome === outcome)?.to ?? null;
}

/** A flow names its steps in the order they are meant to be taken: a route to an earlier one leads back. The end comes last. */
function rowsOf(graph: FlowGraph): Map<string, number> {
  const order = graph.nodes.map(({ name }) => name);
  const rows = new Map<string, number>();
  const isForward = (from: string, to: string) => order.indexOf(from) < order.indexOf(to);
  for (const name of order) {
    const before = graph.routes
      .filter(({ from, to }) => to === name && isForward(from, name))
      .map(({ from }) => rows.get(from) ?? 0);
    // What is only come back to stands beside the step named before it.
    const previous = rows.get(order[order.indexOf(name) - 1] ?? '') ?? 0;
    rows.set(name, before.length === 0 ? previous : Math.max(...before) + 1);
  }
  rows.set(END, Math.max(...rows.values()) + 1);
  return rows;
}

function curve(a: PlacedNode, b: PlacedNode): Pick<PlacedRoute, 'path' | 'labelX' | 'labelY'> {
  const fromX = a.x + NODE.width / 2;
  const toX = b.x + NODE.width / 2;
  if (b.y > a.y) {
    const fromY = a.y + NODE.height;
    const bend = (b.y - fromY) / 2;
    return {
      path: `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${b.y - bend} ${toX} ${b.y}`,
      labelX: (fromX + toX) / 2,
      labelY: fromY + bend + 3,
    };
  }
  const side = Math.max(a.x, b.x) + NODE.width;
  const fromY = a.y + NODE.height / 2;
  const toY = b.y + NODE.height / 2;
  return {
    path: `M${a.x + NODE.width} ${fromY}C${side + 56} ${fromY} ${side + 56} ${toY} ${b.x + NODE.width} ${toY}`,
    labelX: side + 30,
    labelY: (fromY + toY) / 2,
  };
}
