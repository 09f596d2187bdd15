import type { z } from 'zod';
import type { AnyStep, StepShape } from './any-step.ts';
import { checkFlow } from './check-flow.ts';
import type { CanPause, CheckedSteps, Routes } from './check-types.ts';

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
