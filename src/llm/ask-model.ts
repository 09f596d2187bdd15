import type { DegradedReason } from '../domain/answer.ts';
import type { RunContext } from '../domain/run-context.ts';
import { type CallResult, callModel } from './call-model.ts';
import { failureOf } from './classify-failure.ts';
import type { Task } from './gateway.port.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { ModelHandle, ModelRequest } from './model-request.ts';
import type { ProviderHealth } from './provider-health.ts';
import { type OutputShape, readOutput, repairRequest } from './read-output.ts';
import { retryDelay, type Sleep } from './retry.ts';

export interface Asking<Output> {
  task: Pick<Task<never, Output>, 'name' | 'output' | 'readText' | 'maxOutputTokens' | 'temperature'>;
  handle: ModelHandle;
  request: ModelRequest;
  shape: OutputShape;
  context: RunContext;
  health: ProviderHealth;
  settings: GatewaySettings;
  sleep: Sleep;
  /** What is left of the task's one deadline. */
  remainingMs: () => number;
  /** Aborts with the task's deadline or its caller. */
  signal: AbortSignal;
  hasFallback: boolean;
}

export type ModelAnswer<Output> =
  | { ok: true; output: Output; text: string }
  | { ok: false; reason: DegradedReason };

/** Asks one model: retries what may pass, repairs once what does not fit. */
export async function askModel<Output>(asking: Asking<Output>): Promise<ModelAnswer<Output>> {
  const { context, health, request, settings, sleep } = asking;

  for (let attempts = 1; ; attempts += 1) {
    const called = await attempt(asking, request, attempts, 'ask');
    if (called.ok) return readOrRepair(asking, called.reply);

    const delay = retryDelay({
      failure: called.failure,
      attempts,
      remainingMs: asking.remainingMs(),
      hasFallback: asking.hasFallback,
      random: context.random,
      settings,
    });
    const { reason } = called.failure;
    if (delay === null || asking.signal.aborted || !health.mayRetry()) return { ok: false, reason };
    note(asking, 'model-retry', { reason, wait_ms: Math.round(delay) });
    await sleep(delay, asking.signal);
  }
}

async function readOrRepair<Output>(
  asking: Asking<Output>,
  reply: { text: string; truncated: boolean },
): Promise<ModelAnswer<Output>> {
  const { task, shape } = asking;
  const read = readOutput(reply, shape, task);
  if (read.ok) return { ok: true, output: read.value, text: reply.text };

  note(asking, 'model-repair', { reason: 'invalid-output' });
  const request = repairRequest(asking.request, reply.text, read.problem, shape);
  const repaired = await attempt(asking, request, 1, 'repair');
  if (!repaired.ok) return { ok: false, reason: 'invalid-output' };
  const reread = readOutput(repaired.reply, shape, task);
  if (reread.ok) return { ok: true, output: reread.value, text: repaired.reply.text };
  return { ok: false, reason: 'invalid-output' };
}

/** One call, if time, budget and the provider's health allow it. */
async function attempt<Output>(
  asking: Asking<Output>,
  request: ModelRequest,
  attempts: number,
  purpose: 'ask' | 'repair',
): Promise<CallResult> {
  const { context, handle, health, settings, shape, task } = asking;
  const result = await admittedCall();
  const { reason, status } = result.ok ? { reason: null, status: null } : result.failure;
  note(asking, 'model-attempt', { purpose, attempt: attempts, reason, status });
  return result;

  async function admittedCall(): Promise<CallResult> {
    const remainingMs = asking.remainingMs();
    if (asking.signal.aborted || remainingMs <= 0) return { ok: false, failure: failureOf('timeout') };
    if (!context.budget.canCall()) return { ok: false, failure: failureOf('budget-spent') };
    const admission = health.admit({ isRetry: attempts > 1 || purpose === 'repair' });
    if (!admission.admitted) return { ok: false, failure: failureOf(admission.reason) };

    context.budget.countCall();
    const called = await callModel({
      handle,
      taskName: task.name,
      request,
      shape,
      maxOutputTokens: task.maxOutputTokens,
      temperature: task.temperature,
      timeMs: asking.hasFallback ? remainingMs * SHARE_WITH_FALLBACK : remainingMs,
      settings,
      signal: asking.signal,
      now: context.clock,
    });
    admission.report(called.ok ? null : context.signal.aborted ? 'abandoned' : called.failure);
    if (called.ok) context.budget.countTokens(called.reply.tokens.input, called.reply.tokens.output);
    return called;
  }
}

/** A hanging model must leave time for the next one. */
const SHARE_WITH_FALLBACK = 2 / 3;

function note(
  { context, task, handle }: Asking<unknown>,
  topic: string,
  data: Record<string, unknown>,
): void {
  context.emit({ type: 'note', data: { topic, task: task.name, model: handle.name, ...data } });
}
