import type { wrapLanguageModel } from 'ai';

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
