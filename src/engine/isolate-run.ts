import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';

// LangChain looks at the store around a call, before LANGSMITH_TRACING and its like, for whether to trace,
// and for settings to inherit: this one says no, and holds none.
const APART = { tracingEnabled: false };

/** Calls LangGraph apart from its surroundings: untraced, and as no part of a flow that may be running around it. */
export function isolateRun<Result>(callback: () => Promise<Result>): Promise<Result> {
  return AsyncLocalStorageProviderSingleton.getInstance().run(APART, callback);
}
