import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/domain/answer.ts';
import type { FlowGraph } from '../../../src/domain/ask.ts';
import { layoutGraph } from './layout-graph.ts';
import { NODE } from './place-slots.ts';

const node = (name: string) => ({ name, kind: 'node' as const, inner: null });
const GRAPH: FlowGraph = {
  name: 'evidence',
  start: 'gate',
  nodes: [node('gate'), node('search'), node('abstain'), node('check')],
  routes: [
    { from: 'gate', outcome: 'pass', to: 'search' },
    { from: 'gate', outcome: 'refuse', to: 'end' },
    { from: 'search', outcome: 'found', to: 'check' },
    { from: 'search', outcome: 'nothing', to: 'abstain' },
    { from: 'abstain', outcome: 'done', to: 'check' },
    { from: 'check', outcome: 'done', to: 'end' },
    { from: 'check', outcome: 'unsure', to: 'abstain' },
  ],
};
const step = (order: number, name: string, outcome: string): Step => ({
  order,
  step: name,
  node: name,
  status: 'done',
  outcome,
  started_at: '',
  duration_ms: 1,
});

describe('layoutGraph', () => {
  const layout = layoutGraph(GRAPH, [
    step(1, 'gate', 'pass'),
    step(2, 'search', 'found'),
    step(3, 'check', 'done'),
  ]);
  const rowOf = (name: string) => layout.nodes.find((placed) => placed.name === name)?.y ?? Number.NaN;

  it('places each step below all that lead to it, the end last, loops or not', () => {
    expect(rowOf('gate')).toBeLessThan(rowOf('search'));
    expect(rowOf('abstain')).toBeGreaterThan(rowOf('search'));
    expect(rowOf('check')).toBeGreaterThan(rowOf('abstain'));
    expect(rowOf('end')).toBeGreaterThan(rowOf('check'));
  });

  it('lights the path that was taken and nothing else', () => {
    expect(layout.routes.filter(({ isLit }) => isLit).map(({ key }) => key)).toEqual([
      'gate pass',
      'search found',
      'check done',
    ]);
    expect(layout.nodes.filter(({ isLit }) => !isLit).map(({ name }) => name)).toEqual(['abstain']);
  });

  it('leads no route through a step that it passes by', () => {
    const passing = layout.routes.filter(({ path }) => path.includes('V'));
    expect(passing.map(({ key }) => key)).toEqual(['gate refuse', 'search found']);
    for (const { path } of passing) {
      for (const [, x, top, bottom] of path.matchAll(/ ([\d.]+) ([\d.]+)V([\d.]+)/gu)) {
        const beside = layout.nodes.filter(({ y }) => y === Number(top) && y < Number(bottom));
        expect(beside.length).toBeGreaterThan(0);
        for (const box of beside) expect(Number(x) < box.x || Number(x) > box.x + NODE.width).toBe(true);
      }
    }
  });
});
