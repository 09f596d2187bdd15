import type { FlowGraph } from '../../../src/domain/ask.ts';

export const NODE = { width: 148, height: 34 };
export const GAP = { x: 22, y: 44 };
/** As wide as a label needs beside a step. */
export const LANE = 56;
export const END = 'end';

/** A step in its row, or the lane of the routes that pass the row by on their way to one. */
export interface Slot {
  target: string;
  isLane: boolean;
  row: number;
  x: number;
  width: number;
}

/** Row by row, each slot as near as may be beneath those that lead to it. */
export function placeSlots(graph: FlowGraph, rows: ReadonlyMap<string, number>): Slot[] {
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

/** A flow names its steps in the order they are meant to be taken: a route to an earlier one leads back. The end comes last. */
export function rowsOf(graph: FlowGraph): Map<string, number> {
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
