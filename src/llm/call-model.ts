import { type FinishReason, generateText, type LanguageModelUsage, streamText, wrapLanguageModel } from 'ai';
import { z } from 'zod';
import { orAbort } from '../domain/signals.ts';
import { classifyFailure, type Failure, failureOf } from './classify-failure.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { type LanguageModel, type ModelHandle, type ModelRequest, schemaToSend } from './model-request.ts';
import type { JsonSchema, OutputShape } from './read-output.ts';

export interface ModelCall {
  handle: ModelHandle;
  taskName: string;
  request: ModelRequest;
  shape: OutputShape;
  maxOutputTokens: number;
  temperature: number;
  /** For all of it. */
  timeMs: number;
  settings: Pick<GatewaySettings, 'firstTokenMs' | 'idleTimeoutMs' | 'silenceMs' | 'probeMs'>;
  /** Aborts with the task's deadline or its caller. */
  signal: AbortSignal;
  now: () => number;
}

export interface ModelReply {
  text: string;
  truncated: boolean;
  tokens: { input: number; output: number };
}

export type CallResult = { ok: true; reply: ModelReply } | { ok: false; failure: Failure };

/** One attempt at one model. Failure is a value. */
export async function callModel(call: ModelCall): Promise<CallResult> {
  const { firstTokenMs } = call.settings;
  const isStreamed = call.shape.kind === 'text';
  const limit = startTimeLimit(isStreamed ? Math.min(firstTokenMs, call.timeMs) : call.timeMs, call.signal);
  const silence = listenFor(call, limit);
  try {
    const written = await (isStreamed ? stream(call, limit, silence.heard) : generate(call, limit));
    const failure = failedFinish(written);
    if (failure !== null) return { ok: false, failure };
    const reply = {
      text: written.text,
      truncated: written.finishReason === 'length',
      tokens: tokensOf(written, call.request),
    };
    return { ok: true, reply };
  } catch (error) {
    if (!limit.signal.aborted) return { ok: false, failure: classifyFailure(error, call.now()) };
    const hadItsTime = isStreamed && firstTokenMs <= call.timeMs && !call.signal.aborted;
    const silent = silence.isEmpty() || (hadItsTime && !silence.wasHeard());
    // Whoever says nothing once is not asked again at once.
    return { ok: false, failure: failureOf('timeout', { retryable: !silent, silent }) };
  } finally {
    silence.end();
    limit.end();
  }
}

/** Where nothing is heard for a while, asks whether anybody is there, and gives up when nobody is. */
function listenFor({ handle, settings }: ModelCall, limit: TimeLimit) {
  let wasHeard = false;
  let isEmpty = false;
  const timer = setTimeout(async () => {
    if (handle.isThere === undefined) return;
    const probe = startTimeLimit(settings.probeMs, limit.signal);
    const isThere = await handle.isThere(probe.signal);
    probe.end();
    if (isThere || wasHeard || limit.signal.aborted) return;
    isEmpty = true;
    limit.end();
  }, settings.silenceMs);
  return {
    heard() {
      wasHeard = true;
      clearTimeout(timer);
    },
    end: () => clearTimeout(timer),
    wasHeard: () => wasHeard,
    isEmpty: () => isEmpty,
  };
}

interface Written {
  text: string;
  finishReason: FinishReason;
  rawFinishReason: string | undefined;
  usage: LanguageModelUsage;
  refused: boolean;
}

async function generate(call: ModelCall, { signal }: TimeLimit): Promise<Written> {
  const result = await orAbort(generateText(options(call, signal)), signal);
  const { text, finishReason, rawFinishReason, usage } = result;
  return { text, finishReason, rawFinishReason, usage, refused: isRefusal(result.response.body) };
}

async function stream(call: ModelCall, limit: TimeLimit, heard: () => void): Promise<Written> {
  // Errors are read from the stream itself; the SDK's default prints them, prompt and all.
  const parts = streamText({ ...options(call, limit.signal), onError: () => {} }).fullStream[
    Symbol.asyncIterator
  ]();
  let text = '';
  for (;;) {
    const next = await orAbort(parts.next(), limit.signal);
    if (next.done) throw new Error('The stream ended without a finish.');
    const part = next.value;
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw limit.signal.reason;
    if (part.type === 'reasoning-delta' || part.type === 'text-delta') {
      heard();
      limit.restart(call.settings.idleTimeoutMs);
    }
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'finish') {
      const { finishReason, rawFinishReason, totalUsage } = part;
      return { text, finishReason, rawFinishReason, usage: totalUsage, refused: false };
    }
  }
}

function options(
  { handle, taskName, request, shape, maxOutputTokens, temperature }: ModelCall,
  abortSignal: AbortSignal,
) {
  const schema = schemaToSend(shape, handle);
  const strictJsonSchema = shape.kind === 'structured' && shape.strict;
  return {
    model: schema === null ? handle.languageModel : heldTo(schema, taskName, handle.languageModel),
    system: request.system,
    messages: request.messages,
    maxOutputTokens,
    temperature,
    // The gateway owns retries.
    maxRetries: 0,
    abortSignal,
    providerOptions: { openai: { strictJsonSchema }, openaiCompatible: { strictJsonSchema } },
  };
}

/** Sets the response format below the SDK's own parsing, which would throw away what our extraction can read. */
function heldTo(schema: JsonSchema, taskName: string, model: LanguageModel) {
  const name = taskName.replace(/[^a-z0-9_-]/gi, '_');
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      transformParams: async ({ params }) => ({ ...params, responseFormat: { type: 'json', schema, name } }),
    },
  });
}

function failedFinish({ finishReason, rawFinishReason, refused }: Written): Failure | null {
  if (refused || finishReason === 'content-filter') return failureOf('refusal');
  // No finish reason from the provider: the answer broke off.
  const cut = finishReason === 'error' || (finishReason === 'other' && rawFinishReason === undefined);
  return cut ? failureOf('model-error', { retryable: true }) : null;
}

const RefusedCompletion = z.object({
  choices: z.array(z.object({ message: z.object({ refusal: z.string().min(1) }) })).min(1),
});

/** OpenAI-compatible servers refuse in a field of their own, which that adapter of the SDK drops. */
function isRefusal(body: unknown): boolean {
  return RefusedCompletion.safeParse(body).success;
}

const CHARACTERS_PER_TOKEN = 4;

/** A server that reports no usage still spends the budget. */
function tokensOf({ usage, text }: Written, request: ModelRequest): { input: number; output: number } {
  const asked = request.system.length + JSON.stringify(request.messages).length;
  return {
    input: usage.inputTokens ?? Math.ceil(asked / CHARACTERS_PER_TOKEN),
    output: usage.outputTokens ?? Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  };
}

/** A signal that aborts when its time is up or its parent aborts. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Begins again with this much time. */
  restart(ms: number): void;
  /** Lets go of the timer and of whatever still listens to the signal. */
  end(): void;
}

/** An own timer rather than AbortSignal.timeout: it can begin again, and goes when the call is over. */
export function startTimeLimit(ms: number, parent: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const abort = () => controller.abort(new DOMException('The operation was aborted.', 'AbortError'));
  const start = (duration: number) => {
    timer = setTimeout(abort, Math.max(0, duration));
  };

  if (parent.aborted) abort();
  else {
    parent.addEventListener('abort', abort, { once: true });
    start(ms);
  }

  return {
    signal: controller.signal,
    restart(duration) {
      if (controller.signal.aborted) return;
      clearTimeout(timer);
      start(duration);
    },
    end() {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
      abort();
    },
  };
}
