import type { DegradedReason } from '../domain/answer.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { startTimeLimit } from './call-model.ts';
import { createFence } from './fence.ts';
import type { Gateway, Task, TaskResult } from './gateway.port.ts';
import { type ModelHandle, modelRequest } from './model-request.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { outputShape, readOutput } from './read-output.ts';
import { cacheKey, type ResponseCache } from './response-cache.ts';
import { sleep as realSleep, type Sleep } from './retry.ts';

export interface GatewayOptions {
  main: ModelHandle | null;
  fast: ModelHandle | null;
  /** Tried in order when the preferred model fails for good. */
  fallbacks: readonly ModelHandle[];
  settings?: Partial<GatewaySettings>;
  cache?: ResponseCache | null;
  sleep?: Sleep;
  /** The process's clock, for what outlives a run: circuits and retries. */
  clock?: Clock;
}

/** The only way to a model: a task's answer comes from the first model that can give one, or from its twin. */
export function createGateway(options: GatewayOptions): Gateway {
  const { main, fast, fallbacks, cache = null, sleep = realSleep, clock = Date.now } = options;
  const settings = { ...DEFAULT_GATEWAY_SETTINGS, ...options.settings };
  const healthOf = healthRegistry(settings, clock);
  // The SDK would print its warnings to the console of whoever asks.
  globalThis.AI_SDK_LOG_WARNINGS = false;

  return { run, modelName: main?.name ?? 'none' };

  async function run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    context: RunContext,
  ): Promise<TaskResult<Output>> {
    const [first, ...rest] = modelsFor(task);
    if (first === undefined) return useTwin('no-model');

    const deadline = Math.min(
      context.clock() + Math.min(settings.taskTimeoutMs, task.timeoutMs),
      context.deadline,
    );
    const remainingMs = () => deadline - context.clock();
    const limit = startTimeLimit(remainingMs(), context.signal);
    const { signal } = limit;
    try {
      let handle = first;
      for (;;) {
        const next = rest.shift();
        const answer = await ask(handle, next !== undefined);
        if (answer.ok) {
          note('model-answered', { model: handle.name });
          return { output: answer.output, by: handle.name, degraded: null };
        }
        const { reason } = answer;
        const over = signal.aborted || remainingMs() <= 0 || reason === 'budget-spent';
        if (next === undefined || over) return useTwin(reason);
        note('model-fallback', { model: next.name, from: handle.name, reason });
        handle = next;
      }
    } finally {
      limit.end();
    }

    async function ask(handle: ModelHandle, hasFallback: boolean): Promise<ModelAnswer<Output>> {
      const shape = await outputShape(task);
      const key = cache === null || task.sensitive(input) ? null : cacheKey(task, input, shape, handle);
      const kept = key === null ? undefined : cache?.get(key);
      if (kept !== undefined) {
        const read = readOutput({ text: kept, truncated: false }, shape, task);
        if (read.ok) {
          note('model-cache-hit', { model: handle.name });
          if (shape.kind === 'text') context.emit({ type: 'token', data: { text: kept } });
          return { ok: true, output: read.value, text: kept };
        }
      }

      const { fence, explanation } = createFence(context);
      const request = modelRequest(task.prompt(input, fence), explanation, shape, handle);
      const health = healthOf(handle.provider);
      const time = { remainingMs, signal, hasFallback, sleep };
      const answer = await askModel({ task, handle, request, shape, context, health, settings, ...time });
      if (answer.ok && key !== null) cache?.set(key, answer.text);
      return answer;
    }

    function useTwin(degraded: DegradedReason): TaskResult<Output> {
      note('task-degraded', { model: 'twin', reason: degraded });
      return { output: task.twin(input), by: 'twin', degraded };
    }

    function note(topic: string, data: Record<string, string>): void {
      context.emit({ type: 'note', data: { topic, task: task.name, ...data } });
    }
  }

  function modelsFor(task: Pick<Task<never, unknown>, 'model'>): ModelHandle[] {
    const preferred = task.model === 'fast' ? [fast, main] : [main];
    const chain = [...preferred, ...fallbacks].filter((handle) => handle !== null);
    return chain.filter((handle, index) => chain.findIndex(({ name }) => name === handle.name) === index);
  }
}

/** One state per provider, for the life of the process. */
function healthRegistry(settings: GatewaySettings, clock: Clock): (provider: string) => ProviderHealth {
  const known = new Map<string, ProviderHealth>();
  return (provider) => {
    const health = known.get(provider) ?? createProviderHealth(settings, clock);
    known.set(provider, health);
    return health;
  };
}

export const DEFAULT_GATEWAY_SETTINGS = {
  /** One deadline for a task with all its attempts, repairs and fallbacks. */
  taskTimeoutMs: 30_000,
  /** For one structured answer, or for the first token of a streamed one. */
  attemptTimeoutMs: 20_000,
  /** Between two tokens of a stream. */
  idleTimeoutMs: 8_000,
  maxAttempts: 3,
  backoffBaseMs: 500,
  backoffMaxMs: 8_000,
  /** Failures in a row that open a provider's circuit. */
  breakerFailures: 5,
  /** How long it stays open before one probe is let through. */
  breakerOpenMs: 15_000,
  /** Retries earned by each first attempt. */
  retryRatio: 0.2,
  /** Retries a quiet process has in hand. */
  retryReserve: 10,
};
export type GatewaySettings = Readonly<typeof DEFAULT_GATEWAY_SETTINGS>;
