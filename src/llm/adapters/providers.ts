import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { createOllama } from 'ollama-ai-provider-v2';
import { z } from 'zod';
import { parseJson } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import type { LanguageModel, ModelHandle } from '../model-request.ts';

export const PROVIDERS = ['ollama', 'openai', 'openai-compatible', 'anthropic', 'google'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export interface ProviderAccess {
  urls?: Partial<Record<ProviderName, string>>;
  apiKeys?: Partial<Record<ProviderName, string>>;
  /** False for an OpenAI-compatible server that cannot hold a model to a JSON schema. */
  jsonSchema?: boolean;
  /** The context window asked of Ollama, whose own default silently cuts long prompts. */
  contextTokens?: number;
  maxResponseBytes?: number;
}

/** Given always: left out, some providers of the SDK would look into the environment. */
const DEFAULT_URLS: Readonly<Record<Exclude<ProviderName, 'openai-compatible'>, string>> = {
  ollama: 'http://127.0.0.1:11434',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};
const OLLAMA_CONTEXT_TOKENS = 8_192;

/** The model behind an id such as `ollama/medgemma:4b`, `openai/gpt-4o-mini`, `openai-compatible/qwen2.5`. */
export function createModelHandle(modelId: string, access: ProviderAccess): ModelHandle {
  const { provider, model } = parseModelId(modelId);
  const baseURL = baseUrl(provider, access);
  return {
    name: modelId,
    provider: `${provider} at ${new URL(baseURL).host}`,
    languageModel: languageModel(),
    supportsJsonSchema: provider === 'openai-compatible' ? (access.jsonSchema ?? true) : true,
    isThere: (signal) => answersAnything(baseURL, signal),
  };

  function languageModel(): LanguageModel {
    const fetch = limitedFetch(access.maxResponseBytes ?? MAX_RESPONSE_BYTES);
    const apiKey = access.apiKeys?.[provider];
    switch (provider) {
      case 'ollama': {
        const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
        const chat = createOllama({ baseURL, headers, fetch: strictNdjsonFetch(fetch) }).chat(model);
        const options = ollamaOptions({ contextTokens: access.contextTokens ?? OLLAMA_CONTEXT_TOKENS });
        return wrapLanguageModel({ model: chat, middleware: [withoutThoughts(), options] });
      }
      case 'openai-compatible': {
        const server = createOpenAICompatible({
          name: 'openaiCompatible',
          baseURL,
          fetch,
          includeUsage: true,
          supportsStructuredOutputs: access.jsonSchema ?? true,
          ...(apiKey === undefined ? {} : { apiKey }),
        });
        return wrapLanguageModel({ model: server.chatModel(model), middleware: withoutThoughts() });
      }
      case 'openai':
        // Chat completions, not the Responses API: that one keeps what it is sent for 30 days.
        return createOpenAI({ baseURL, fetch, apiKey: required(apiKey, provider) }).chat(model);
      case 'anthropic':
        return createAnthropic({ baseURL, fetch, apiKey: required(apiKey, provider) })(model);
      case 'google':
        return createGoogleGenerativeAI({ baseURL, fetch, apiKey: required(apiKey, provider) })(model);
    }
  }
}

/** A refusal is an answer, too. Nothing is sent, no key either. */
async function answersAnything(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await (await fetch(url, { signal })).body?.cancel();
    return true;
  } catch {
    // Out of time, or no connection: whatever the reason, nobody is there.
    return false;
  }
}

export function parseModelId(modelId: string): { provider: ProviderName; model: string } {
  const slash = modelId.indexOf('/');
  const provider = PROVIDERS.find((name) => name === modelId.slice(0, slash));
  const model = modelId.slice(slash + 1);
  if (slash === -1 || provider === undefined || model === '') {
    throw invalid(
      `the model "${modelId}" is not of the form provider/name with one of ${PROVIDERS.join(', ')}`,
    );
  }
  return { provider, model };
}

/** Local servers often leave a model's thinking in its answer. */
function withoutThoughts() {
  return extractReasoningMiddleware({ tagName: 'think' });
}

function baseUrl(provider: ProviderName, { urls }: ProviderAccess): string {
  const given = urls?.[provider];
  if (given === undefined && provider === 'openai-compatible') {
    throw invalid('an openai-compatible model needs the address of its server');
  }
  const url = given ?? (provider === 'openai-compatible' ? '' : DEFAULT_URLS[provider]);
  if (!URL.canParse(url)) throw invalid(`the address of ${provider} is not a URL`);
  return withApiPath(provider, url.replace(/\/+$/, ''));
}

/** People give the server's address; its API lives below it. */
function withApiPath(provider: ProviderName, url: string): string {
  if (new URL(url).pathname !== '/') return url;
  if (provider === 'ollama') return `${url}/api`;
  return provider === 'google' ? `${url}/v1beta` : `${url}/v1`;
}

function required(apiKey: string | undefined, provider: ProviderName): string {
  if (apiKey === undefined || apiKey === '') throw invalid(`${provider} needs an API key`);
  return apiKey;
}

function invalid(problem: string): GalenError {
  return new GalenError('CONFIG_INVALID', { problem });
}

type Middleware = Extract<
  Parameters<typeof wrapLanguageModel>[0]['middleware'],
  { transformParams?: unknown }
>;

/** Puts limits where Ollama reads them: the provider sends temperature and length as fields the server ignores. */
export function ollamaOptions({ contextTokens }: { contextTokens: number }): Middleware {
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => ({
      ...params,
      providerOptions: {
        ...params.providerOptions,
        ollama: {
          options: {
            num_ctx: contextTokens,
            ...(params.temperature === undefined ? {} : { temperature: params.temperature }),
            ...(params.maxOutputTokens === undefined ? {} : { num_predict: params.maxOutputTokens }),
          },
        },
      },
    }),
  };
}

type Fetch = typeof globalThis.fetch;

/** No honest answer is this long; a runaway one must not fill the memory. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Fetch whose response bodies break off with an error beyond the limit. */
export function limitedFetch(maxBytes: number, fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;

    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > maxBytes)
            controller.error(new Error(`The response is larger than ${maxBytes} bytes.`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}

const ChatLine = z.object({ message: z.object({ content: z.string() }), error: z.undefined().optional() });

/**
 * Fetch whose NDJSON bodies fail on a line that is no chat line. The Ollama provider would print such a line and
 * go on, so that an error amid the stream or a garbled piece would end as an answer with a hole in it.
 */
export function strictNdjsonFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isNdjson = response.headers.get('content-type')?.includes('ndjson') ?? false;
    if (!response.ok || response.body === null || !isNdjson) return response;

    const lines = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(wholeChatLines())
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(lines, { status, statusText, headers });
  };
}

function wholeChatLines(): TransformStream<string, string> {
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) forward(line, controller);
    },
    flush(controller) {
      forward(rest, controller);
    },
  });
}

function forward(line: string, controller: TransformStreamDefaultController<string>): void {
  if (line.trim() === '') return;
  if (ChatLine.safeParse(parseJson(line)).success) controller.enqueue(`${line}\n`);
  // The line itself stays out of the message: it may hold the answer.
  else controller.error(new Error('The stream holds a line that is not a chat message.'));
}
