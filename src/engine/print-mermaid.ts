import type { Flow } from './define-flow.ts';
import { stepName } from './step-name.ts';

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
