import { GalenError } from '../../domain/errors.ts';

export interface ModelSettings {
  /** provider/name, or onnx/folder. */
  model: string;
  url: string | undefined;
  apiKey: string | undefined;
}

/** `provider/name` in its parts, when it is one of the providers. */
export function parseSearchModel<Provider extends string>(
  model: string,
  providers: readonly Provider[],
): { provider: Provider; name: string } {
  const slash = model.indexOf('/');
  const provider = providers.find((known) => known === model.slice(0, slash));
  const name = model.slice(slash + 1);
  if (provider === undefined || name === '') {
    throw invalid(`"${model}" is not of the form provider/name with one of ${providers.join(', ')}`);
  }
  return { provider, name };
}

/** Where to post to: people give a server's address, or that of its API (`root` when they do not say). */
export function modelEndpoint(
  { model, url: given }: ModelSettings,
  { root, path, defaultUrl }: { root: string; path: string; defaultUrl: string | null },
): string {
  const base = given ?? defaultUrl;
  if (base === null) throw invalid(`${model} needs the address of its server`);
  if (!URL.canParse(base)) throw invalid(`the address of ${model} is not a URL`);
  const url = new URL(base);
  if (url.username !== '' || url.password !== '') {
    throw invalid(`the address of ${model} holds a password: give it as the API key`);
  }
  const folder = url.pathname.replace(/\/+$/u, '');
  if (!folder.endsWith(`/${path}`)) url.pathname = `${folder === '' ? root : folder}/${path}`;
  return url.href;
}

function invalid(problem: string): GalenError {
  return new GalenError('CONFIG_INVALID', { problem });
}
