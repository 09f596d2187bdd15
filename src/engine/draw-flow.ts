import type { Flow } from './define-flow.ts';

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
      Object.entries(outcomes).map(([outcome, to]) => ({ from: stepName(from), outcome, to: stepName(to) })),
    ),
  };
}

/** The route table as a Mermaid flowchart: sub-flows as subgraphs, pauses as hexagons, outcomes on the arrows. */
export function printMermaid(flow: Flow): string {
  return `${['flowchart TD', ...flowLines(flow, 'flow', '  ')].join('\n')}\n`;
}

// Identifiers carry their flow's path, so that a step may be named like a Mermaid keyword or an outer step.
function flowLines(flow: Flow, path: string, indent: string): string[] {
  const idOf = (key: string) => `${path}_${key.replace(/\W/g, '_')}`;
  const ending = `${path}_end_`;
  const lines = [`${path}_start_([start])`, `${ending}([end])`];
  for (const [key, node] of Object.entries(flow.nodes)) {
    const id = idOf(key);
    const label = `"${escaped(stepName(key))}"`;
    if (node.kind === 'node') lines.push(`${id}[${label}]`);
    if (node.kind === 'pause') lines.push(`${id}{{${label}}}`);
    if (node.kind === 'sub-flow')
      lines.push(`subgraph ${id}[${label}]`, ...flowLines(node.flow, id, '  '), 'end');
  }
  lines.push(`${path}_start_ --> ${idOf(flow.start)}`);
  for (const [key, routes] of Object.entries(flow.routes)) {
    for (const [outcome, target] of Object.entries(routes)) {
      lines.push(`${idOf(key)} -->|"${escaped(outcome)}"| ${target === 'end' ? ending : idOf(target)}`);
    }
  }
  return lines.map((line) => indent + line);
}

function escaped(text: string): string {
  return text.replaceAll('"', '#quot;');
}

/** A step's key as it stands in the trace and in diagrams: `enhanceQuery` → `enhance-query`. */
export function stepName(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
