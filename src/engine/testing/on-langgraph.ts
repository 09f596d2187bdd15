import type { Flow } from '../define-flow.ts';

/** The same flow, marked as one that can pause, so that it runs on LangGraph. */
export function onLangGraph<State extends object>(flow: Flow<State>): Flow<State, true> {
  return { ...flow, pauses: true };
}
