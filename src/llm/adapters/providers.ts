import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { createOllama } from 'ollama-ai-provider-v2';
import { GalenError } from '../../domain/errors.ts';
import type { LanguageModel, ModelHandle } from '../model-handle.ts';
import { limitedFetch, MAX_RESPONSE_BYTES } from './limited-fetch.ts';
import { ollamaOptions } from './ollama-options.ts';
import { strictNdjsonFetch } from './strict-ndjson-fetch.ts';

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
    languageModel: languageModel(provider, model, baseURL, access),
    supportsJsonSchema: provider === 'openai-compatible' ? (access.jsonSchema ?? true) : true,
  };
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

function languageModel(
  provider: ProviderName,
  model: string,
  baseURL: string,
  access: ProviderAccess,
): LanguageModel {
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
