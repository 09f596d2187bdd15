import { createHash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import type { DegradedReason } from '../domain/answer.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { startTimeLimit } from './call-model.ts';
import { createFence, fixedFence } from './fence.ts';
import type { Gateway, Task, TaskResult } from './gateway.port.ts';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from './gateway-settings.ts';
import { type ModelHandle, modelRequest } from './model-request.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { type OutputShape, outputShape, readOutput } from './read-output.ts';
import { sleep as realSleep, type Sleep } from './retry.ts';

/** What models wrote, by a hash of model, prompt and schema. A lost entry costs a call, nothing else. */
type ResponseCache = Pick<LRUCache<string, string>, 'get' | 'set'>;

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
    if (first === undefined) return useTwin(task, input, context, 'no-model');

    const deadline = context.clock() + timeFor(task, context);
    const remainingMs = () => deadline - context.clock();
    const limit = startTimeLimit(remainingMs(), context.signal);
    try {
      let handle = first;
      for (;;) {
        const next = rest.shift();
        const answer = await ask(task, input, context, handle, {
          remainingMs,
          signal: limit.signal,
          hasFallback: next !== undefined,
        });
        if (answer.ok) {
          emitNote(context, 'model-answered', { task: task.name, model: handle.name });
          return { output: answer.output, by: handle.name, degraded: null };
        }
        const { reason } = answer;
        const over = limit.signal.aborted || remainingMs() <= 0 || reason === 'budget-spent';
        if (next === undefined || over) return useTwin(task, input, context, reason);
        emitNote(context, 'model-fallback', { task: task.name, model: next.name, from: handle.name, reason });
        handle = next;
      }
    } finally {
      limit.end();
    }
  }

  async function ask<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    context: RunContext,
    handle: ModelHandle,
    time: { remainingMs: () => number; signal: AbortSignal; hasFallback: boolean },
  ): Promise<ModelAnswer<Output>> {
    const shape = await outputShape(task);
    const key = cache === null || task.sensitive(input) ? null : cacheKey(task, input, shape, handle);
    const kept = key === null ? undefined : cache?.get(key);
    if (kept !== undefined) {
      const read = readOutput({ text: kept, truncated: false }, shape, task);
      if (read.ok) {
        emitNote(context, 'model-cache-hit', { task: task.name, model: handle.name });
        return { ok: true, output: read.value, text: kept };
      }
    }

    const { fence, explanation } = createFence(context);
    const request = modelRequest(task.prompt(input, fence), explanation, shape, handle);
    const health = healthOf(handle.provider);
    const answer = await askModel({
      task,
      handle,
      request,
      shape,
      context,
      health,
      settings,
      sleep,
      ...time,
    });
    if (answer.ok && key !== null) cache?.set(key, answer.text);
    return answer;
  }

  /** Never all that is left of the turn: the twin and the gates need some of it, too. */
  function timeFor(task: Pick<Task<never, unknown>, 'model'>, context: RunContext): number {
    const share = task.model === 'fast' ? SMALL_TASK_SHARE : 1;
    const left = context.deadline - context.clock();
    return Math.min(settings.taskTimeoutMs * share, left - Math.min(MAX_KEPT_MS, left * KEPT_SHARE));
  }

  function modelsFor(task: Pick<Task<never, unknown>, 'model'>): ModelHandle[] {
    const preferred = task.model === 'fast' ? [fast, main] : [main];
    const chain = [...preferred, ...fallbacks].filter((handle) => handle !== null);
    return chain.filter((handle, index) => chain.findIndex(({ name }) => name === handle.name) === index);
  }
}

function useTwin<Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  context: RunContext,
  degraded: DegradedReason,
): TaskResult<Output> {
  emitNote(context, 'task-degraded', { task: task.name, model: 'twin', reason: degraded });
  return { output: task.twin(input), by: 'twin', degraded };
}

function emitNote(context: RunContext, topic: string, data: Record<string, string>): void {
  context.emit({ type: 'note', data: { topic, ...data } });
}

/** Model, prompt and schema in one hash. The prompt is taken with fixed delimiters: those of a call never repeat. */
function cacheKey<Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  shape: OutputShape,
  handle: ModelHandle,
): string {
  const { name: model, provider } = handle;
  const { maxOutputTokens, temperature } = task;
  const prompt = task.prompt(input, fixedFence().fence);
  const asked = { model, provider, task: task.name, prompt, shape, maxOutputTokens, temperature };
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
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

/** Of the time for writing: a choice or a rewording is a tenth of an answer's words. */
const SMALL_TASK_SHARE = 1 / 4;
const KEPT_SHARE = 0.1;
const MAX_KEPT_MS = 5_000;
