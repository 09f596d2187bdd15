import type { Flow } from './define-flow.ts';

/** The compiler's promises, kept when a cast has gone past it; and what it cannot see: steps nobody reaches. */
export function checkFlow(flow: Flow): void {
  if ('end' in flow.nodes) fail(flow, '"end" is where a flow stops; a step needs another name');
  if (!(flow.start in flow.nodes)) fail(flow, `the start "${flow.start}" is not a step`);
  for (const [key, node] of Object.entries(flow.nodes)) {
    for (const outcome of node.outcomes) checkTarget(flow, key, outcome);
  }
  const reached = reachable(flow);
  for (const key of Object.keys(flow.nodes)) {
    if (!reached.has(key)) fail(flow, `no route leads to "${key}"`);
  }
}

function checkTarget(flow: Flow, key: string, outcome: string): void {
  const target = flow.routes[key]?.[outcome];
  if (target === undefined) fail(flow, `"${key}" has no route for "${outcome}"`);
  if (target !== 'end' && !(target in flow.nodes))
    fail(flow, `"${key}" leads to "${target}", which is not a step`);
}

function reachable(flow: Flow): Set<string> {
  const reached = new Set([flow.start]);
  // A Set is walked in insertion order, additions during the walk included.
  for (const key of reached) {
    for (const target of Object.values(flow.routes[key] ?? {})) if (target !== 'end') reached.add(target);
  }
  return reached;
}

function fail(flow: Flow, problem: string): never {
  throw new Error(`The flow "${flow.name}" is not well formed: ${problem}.`);
}
