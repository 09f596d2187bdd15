import type { Step } from '../../../src/domain/answer.ts';
import type { FlowGraph } from '../../../src/domain/flow-graph.ts';

export const NODE = { width: 148, height: 34 };
const GAP = { x: 22, y: 44 };
const MARGIN = 14;
/** As wide as a label needs beside a step. */
const LANE = 56;
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

/** A step in its row, or the lane of the routes that pass the row by on their way to one. */
interface Slot {
  target: string;
  isLane: boolean;
  row: number;
  x: number;
  width: number;
}

/** Row by row, each slot as near as may be beneath those that lead to it. */
function placeSlots(graph: FlowGraph, rows: ReadonlyMap<string, number>): Slot[] {
  const placed: Slot[] = [];
  const last = Math.max(...rows.values());
  for (let row = 0; row <= last; row += 1) {
    const nodes = [...rows].filter(([, at]) => at === row).map(([name]) => slotOf(name, false, row));
    const passing = graph.routes.filter(
      ({ from, to }) => (rows.get(from) ?? 0) < row && (rows.get(to) ?? 0) > row,
    );
    const lanes = [...new Set(passing.map(({ to }) => to))].map((to) => slotOf(to, true, row));
    const above = placed.filter((slot) => slot.row === row - 1);
    const wanted = new Map([...nodes, ...lanes].map((slot) => [slot, centreAbove(slot)]));
    const ordered = [...wanted].sort(([, a], [, b]) => a - b).map(([slot]) => slot);
    const width = ordered.reduce((sum, slot) => sum + slot.width + GAP.x, -GAP.x);
    let x = -width / 2;
    for (const slot of ordered) {
      placed.push({ ...slot, x });
      x += slot.width + GAP.x;
    }

    function centreAbove({ target }: Slot): number {
      const centres = above
        .filter((slot) =>
          slot.isLane
            ? slot.target === target
            : graph.routes.some((route) => route.from === slot.target && route.to === target),
        )
        .map((slot) => slot.x + slot.width / 2);
      return centres.length === 0 ? 0 : centres.reduce((sum, centre) => sum + centre, 0) / centres.length;
    }
  }
  return placed;
}

function slotOf(target: string, isLane: boolean, row: number): Slot {
  return { target, isLane, row, x: 0, width: isLane ? LANE : NODE.width };
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
