import type { z } from 'zod';
import type { CanPause, CheckedSteps, Routes } from './check-types.ts';
import type { AnyStep, StepShape } from './define-node.ts';

/** Steps, the outcomes each may end with, and where each outcome leads. */
export interface Flow<State extends object = object, Pauses extends boolean = boolean> {
  readonly name: string;
  readonly maxSteps: number;
  readonly start: string;
  readonly nodes: Readonly<Record<string, AnyStep>>;
  readonly routes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pauses: Pauses;
  readonly state: z.ZodObject;
  /** Only for the compiler: the state's type. */
  readonly __state__?: State;
}

/**
 * A missing route, an unknown target, a read or a write that the state does not know are compile errors;
 * the route table is the diagram.
 */
export function defineFlow<State extends z.ZodObject, Nodes extends Record<string, StepShape>>(definition: {
  name: string;
  state: State;
  /** How many steps a run may take; a loop in the routes ends here. */
  maxSteps: number;
  start: NoInfer<keyof Nodes & string>;
  nodes: Nodes & CheckedSteps<z.output<State>, Nodes>;
  routes: NoInfer<Routes<Nodes>>;
}): Flow<z.output<State>, CanPause<Nodes>> {
  const { name, state, maxSteps, start, nodes, routes } = definition;
  const pauses = Object.values<StepShape>(nodes).some((node) => node.kind === 'pause');
  const flow: Flow<z.output<State>, CanPause<Nodes>> = {
    name,
    state,
    maxSteps,
    start,
    // Steps come from defineNode, definePause and subFlow, which make nothing else.
    nodes: nodes as Record<string, StepShape> as Record<string, AnyStep>,
    routes,
    // The compiler has computed true or false from the same `kind`.
    pauses: pauses as CanPause<Nodes>,
  };
  checkFlow(flow);
  return flow;
}

/** The compiler's promises, kept when a cast has gone past it; and what it cannot see: steps nobody reaches. */
function checkFlow(flow: Flow): void {
  if ('end' in flow.nodes) fail(flow, '"end" is where a flow stops; a step needs another name');
  if (!(flow.start in flow.nodes)) fail(flow, `the start "${flow.start}" is not a step`);
  for (const [key, node] of Object.entries(flow.nodes)) {
    for (const outcome of node.outcomes) checkTarget(flow, key, outcome);
    if (node.kind === 'sub-flow' && node.flow.pauses) fail(flow, `the sub-flow "${key}" can pause`);
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
