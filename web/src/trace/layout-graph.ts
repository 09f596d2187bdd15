import type { Step } from '../../../src/domain/answer.ts';
import type { FlowGraph } from '../../../src/domain/ask.ts';
import { END, GAP, LANE, NODE, placeSlots, rowsOf, type Slot } from './place-slots.ts';

const MARGIN = 14;

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

/**
 * Places a flow's steps in rows by their distance from the start, and lights the path that was taken. A route that passes
 * rows by has a lane in each of them, so that it never runs through a step; routes to the same step share it.
 */
export function layoutGraph(graph: FlowGraph, steps: readonly Step[]): Layout {
  const rows = rowsOf(graph);
  const slots = placeSlots(graph, rows);
  const left = Math.min(...slots.map(({ x }) => x));
  const kinds = new Map(graph.nodes.map(({ name, kind }) => [name, kind]));
  const visited = new Set(steps.map(({ node }) => node));
  const hasEnded = steps.some(({ node, outcome }) => leadsTo(graph, node, outcome) === END);
  const xOf = ({ x }: Slot) => MARGIN + x - left;
  const yOf = (row: number) => MARGIN + row * (NODE.height + GAP.y);

  const nodes = slots
    .filter(({ isLane }) => !isLane)
    .map(
      (slot): PlacedNode => ({
        name: slot.target,
        kind: slot.target === END ? 'end' : (kinds.get(slot.target) ?? 'node'),
        x: xOf(slot),
        y: yOf(slot.row),
        isLit: slot.target === END ? hasEnded : visited.has(slot.target),
      }),
    );
  const placed = new Map(nodes.map((node) => [node.name, node]));
  const lanes = slots.filter(({ isLane }) => isLane);
  const routes = graph.routes.flatMap(({ from, outcome, to }) => {
    const a = placed.get(from);
    const b = placed.get(to);
    if (a === undefined || b === undefined) return [];
    const isLit = steps.some((step) => step.node === from && step.outcome === outcome);
    const through = lanes
      .filter(({ target, row }) => target === to && row > (rows.get(from) ?? 0))
      .map((lane) => ({ x: xOf(lane) + LANE / 2, y: yOf(lane.row) }));
    return [{ key: `${from} ${outcome}`, outcome, isLit, ...(b.y > a.y ? drop(a, b, through) : loop(a, b)) }];
  });
  const right = Math.max(...slots.map((slot) => xOf(slot) + slot.width));
  return {
    // Routes that lead back run at the right of everything.
    width: right + MARGIN + 46,
    height: yOf(Math.max(...rows.values())) + NODE.height + MARGIN,
    nodes,
    routes,
  };
}

function leadsTo(graph: FlowGraph, node: string, outcome: string | null): string | null {
  return graph.routes.find((route) => route.from === node && route.outcome === outcome)?.to ?? null;
}

type Drawn = Pick<PlacedRoute, 'path' | 'labelX' | 'labelY'>;

/** Down to a later step, through the lanes between. */
function drop(a: PlacedNode, b: PlacedNode, lanes: readonly { x: number; y: number }[]): Drawn {
  let at = { x: a.x + NODE.width / 2, y: a.y + NODE.height };
  let path = `M${at.x} ${at.y}`;
  for (const next of [...lanes, { x: b.x + NODE.width / 2, y: b.y }]) {
    const bend = (next.y - at.y) / 2;
    path += `C${at.x} ${at.y + bend} ${next.x} ${next.y - bend} ${next.x} ${next.y}`;
    const isLane = next.y < b.y;
    at = { x: next.x, y: isLane ? next.y + NODE.height : next.y };
    if (isLane) path += `V${at.y}`;
  }
  const first = lanes[0]?.x ?? b.x + NODE.width / 2;
  const from = a.x + NODE.width / 2;
  return { path, labelX: (from + first) / 2, labelY: a.y + NODE.height + GAP.y / 2 + 3 };
}

/** Back to an earlier step, at the right of both. */
function loop(a: PlacedNode, b: PlacedNode): Drawn {
  const side = Math.max(a.x, b.x) + NODE.width;
  const fromY = a.y + NODE.height / 2;
  const toY = b.y + NODE.height / 2;
  return {
    path: `M${a.x + NODE.width} ${fromY}C${side + 56} ${fromY} ${side + 56} ${toY} ${b.x + NODE.width} ${toY}`,
    labelX: side + 30,
    labelY: (fromY + toY) / 2,
  };
}
