import { type FinishReason, generateText, type LanguageModelUsage, streamText, wrapLanguageModel } from 'ai';
import { z } from 'zod';
import { orAbort } from '../domain/when-aborted.ts';
import type { Asking } from './ask-model.ts';
import { classifyFailure, type Failure, failureOf } from './classify-failure.ts';
import { type LanguageModel, type ModelRequest, schemaToSend } from './model-request.ts';
import type { JsonSchema } from './read-output.ts';

interface ModelCall extends Omit<Asking<unknown>, 'health' | 'sleep'> {
  limit: ReturnType<typeof startTimeLimit>;
  onToken: (text: string) => void;
}

export interface ModelReply {
  text: string;
  /** The model stopped at its token limit. */
  truncated: boolean;
  tokens: { input: number; output: number };
}

export type CallResult = { ok: true; reply: ModelReply } | { ok: false; failure: Failure };

/** One attempt at one model. Failure is a value. */
export async function callModel(call: ModelCall): Promise<CallResult> {
  try {
    const written = call.shape.kind === 'text' ? await stream(call) : await generate(call);
    const failure = failedFinish(written);
    if (failure !== null) return { ok: false, failure };
    const reply = {
      text: written.text,
      truncated: written.finishReason === 'length',
      tokens: tokensOf(written, call.request),
    };
    return { ok: true, reply };
  } catch (error) {
    const failure = call.limit.signal.aborted
      ? failureOf('timeout', { retryable: true })
      : classifyFailure(error, call.context.clock());
    return { ok: false, failure };
  } finally {
    call.limit.end();
  }
}

interface Written {
  text: string;
  finishReason: FinishReason;
  rawFinishReason: string | undefined;
  usage: LanguageModelUsage;
  refused: boolean;
}

async function generate(call: ModelCall): Promise<Written> {
  const result = await orAbort(generateText(options(call)), call.limit.signal);
  const { text, finishReason, rawFinishReason, usage } = result;
  return { text, finishReason, rawFinishReason, usage, refused: isRefusal(result.response.body) };
}

async function stream(call: ModelCall): Promise<Written> {
  // Errors are read from the stream itself; the SDK's default prints them, prompt and all.
  const parts = streamText({ ...options(call), onError: () => {} }).fullStream[Symbol.asyncIterator]();
  let text = '';
  for (;;) {
    const next = await orAbort(parts.next(), call.limit.signal);
    if (next.done) throw new Error('The stream ended without a finish.');
    const part = next.value;
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw call.limit.signal.reason;
    if (part.type === 'reasoning-delta' || part.type === 'text-delta')
      call.limit.restart(call.settings.idleTimeoutMs);
    if (part.type === 'text-delta' && part.text !== '') {
      text += part.text;
      call.onToken(part.text);
    }
    if (part.type === 'finish') {
      const { finishReason, rawFinishReason, totalUsage } = part;
      return { text, finishReason, rawFinishReason, usage: totalUsage, refused: false };
    }
  }
}

function options({ handle, task, request, shape, limit }: ModelCall) {
  const schema = schemaToSend(shape, handle);
  const strictJsonSchema = shape.kind === 'structured' && shape.strict;
  return {
    model: schema === null ? handle.languageModel : heldTo(schema, task.name, handle.languageModel),
    system: request.system,
    messages: request.messages,
    maxOutputTokens: task.maxOutputTokens,
    temperature: task.temperature,
    // The gateway owns retries.
    maxRetries: 0,
    abortSignal: limit.signal,
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

/**
 * A signal that aborts when its time is up or its parent aborts. An own timer rather than AbortSignal.timeout: it can
 * begin again, and goes when the call is over.
 */
export function startTimeLimit(ms: number, parent: AbortSignal) {
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
    /** Begins again with this much time. */
    restart(duration: number): void {
      if (controller.signal.aborted) return;
      clearTimeout(timer);
      start(duration);
    },
    /** Lets go of the timer and of whatever still listens to the signal. */
    end(): void {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
      abort();
    },
  };
}
