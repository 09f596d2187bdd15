import type { DegradedReason } from '../domain/answer.ts';
import type { RunContext } from '../domain/run-context.ts';
import { type CallResult, callModel, type ModelReply, startTimeLimit } from './call-model.ts';
import { failureOf } from './classify-failure.ts';
import type { GatewaySettings } from './create-gateway.ts';
import type { Task } from './gateway.port.ts';
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

/** A hanging model must leave time for the next one. */
const SHARE_WITH_FALLBACK = 2 / 3;

/** Asks one model: retries what may pass, repairs once what does not fit. */
export async function askModel<Output>(asking: Asking<Output>): Promise<ModelAnswer<Output>> {
  const { task, handle, shape, context, health, settings, hasFallback, signal } = asking;

  for (let attempts = 1; ; attempts += 1) {
    const called = await attempt(asking.request, attempts, 'ask');
    if (called.ok) return readOrRepair(called.reply);

    const { failure } = called;
    const remainingMs = asking.remainingMs();
    const { random } = context;
    const delay = retryDelay({ failure, attempts, remainingMs, hasFallback, random, settings });
    const { reason } = failure;
    if (delay === null || signal.aborted || !health.mayRetry()) return { ok: false, reason };
    note('model-retry', { reason, wait_ms: Math.round(delay) });
    await asking.sleep(delay, signal);
  }

  async function readOrRepair(reply: ModelReply): Promise<ModelAnswer<Output>> {
    const read = readReply(reply);
    if (read.ok) return { ok: true, output: read.value, text: reply.text };

    note('model-repair', { reason: 'invalid-output' });
    const repair = repairRequest(asking.request, reply.text, read.problem, shape);
    const repaired = await attempt(repair, 1, 'repair');
    const reread = repaired.ok ? readReply(repaired.reply) : repaired;
    if (!repaired.ok || !reread.ok) return { ok: false, reason: 'invalid-output' };
    return { ok: true, output: reread.value, text: repaired.reply.text };
  }

  function readReply(reply: ModelReply) {
    const read = readOutput(reply, shape, task);
    if (!read.ok && shape.kind === 'text' && reply.text !== '') voidStream();
    return read;
  }

  async function attempt(
    request: ModelRequest,
    attempts: number,
    purpose: 'ask' | 'repair',
  ): Promise<CallResult> {
    const result = await admittedCall(request, attempts > 1 || purpose === 'repair');
    const { reason, status } = result.ok ? { reason: null, status: null } : result.failure;
    note('model-attempt', { purpose, attempt: attempts, reason, status });
    return result;
  }

  /** One call, if time, budget and the provider's health allow it. */
  async function admittedCall(request: ModelRequest, isRetry: boolean): Promise<CallResult> {
    const remainingMs = asking.remainingMs();
    if (signal.aborted || remainingMs <= 0) return { ok: false, failure: failureOf('timeout') };
    if (!context.budget.canCall()) return { ok: false, failure: failureOf('budget-spent') };
    const admission = health.admit({ isRetry });
    if (!admission.admitted) return { ok: false, failure: failureOf(admission.reason) };

    context.budget.countCall();
    let streamed = false;
    const share = hasFallback ? remainingMs * SHARE_WITH_FALLBACK : remainingMs;
    const called = await callModel({
      ...asking,
      request,
      limit: startTimeLimit(Math.min(settings.attemptTimeoutMs, share), signal),
      onToken(text) {
        streamed = true;
        context.emit({ type: 'token', data: { text } });
      },
    });
    admission.report(called.ok ? null : context.signal.aborted ? 'abandoned' : called.failure);
    if (called.ok) context.budget.countTokens(called.reply.tokens.input, called.reply.tokens.output);
    else if (streamed) voidStream();
    return called;
  }

  /** Tells whoever shows tokens as they come that those of this answer do not count. */
  function voidStream(): void {
    note('stream-void', {});
  }

  function note(topic: string, data: Record<string, unknown>): void {
    context.emit({ type: 'note', data: { topic, task: task.name, model: handle.name, ...data } });
  }
}
