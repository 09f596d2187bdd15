import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';

/**
 * Calls LangGraph apart from its surroundings: a flow run inside a step of another inherits none of its
 * settings, and nothing is sent to LangSmith whatever the environment says. LangChain puts a run tree with
 * tracing switched off around the callback, and a run tree has the last word over LANGSMITH_TRACING.
 */
export function isolateRun<Result>(callback: () => Promise<Result>): Promise<Result> {
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, callback);
}
