import { createModelHandle, type ProviderAccess, parseModelId } from '../../llm/adapters/providers.ts';
import type { Config } from '../config.ts';

/** The models that the settings name. */
export function openModels(config: Config) {
  const access = providerAccess(config);
  const handle = (id: string | undefined) => (id === undefined ? null : createModelHandle(id, access));
  const fallbacks = (config.GALEN_FALLBACK_MODELS ?? '')
    .split(',')
    .flatMap((id) => handle(id.trim() || undefined) ?? []);
  return { main: handle(config.GALEN_MODEL), fast: handle(config.GALEN_FAST_MODEL), fallbacks };
}

/** Addresses and keys by provider: what is set for the main model never goes to another provider. */
export function providerAccess(config: Config): ProviderAccess {
  const mainId = config.GALEN_MODEL ?? config.GALEN_FAST_MODEL;
  const main = mainId === undefined ? null : parseModelId(mainId).provider;
  return {
    urls: given({ ollama: config.GALEN_OLLAMA_URL, ...(main && given({ [main]: config.GALEN_MODEL_URL })) }),
    apiKeys: given({
      openai: config.GALEN_OPENAI_API_KEY,
      anthropic: config.GALEN_ANTHROPIC_API_KEY,
      google: config.GALEN_GOOGLE_API_KEY,
      ...(main && given({ [main]: config.GALEN_MODEL_API_KEY })),
    }),
    jsonSchema: config.GALEN_MODEL_JSON_SCHEMA === 'on',
  };
}

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
