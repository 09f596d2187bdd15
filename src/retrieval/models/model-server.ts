import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { parseJson, readLimited, retryAfter } from '../../domain/canonical-json.ts';
import { codeOf, GalenError } from '../../domain/errors.ts';
import { isTimeUp, withSignal } from '../../domain/signals.ts';

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

export interface Endpoint {
  root: string;
  path: string;
  defaultUrl: string | null;
}

/** Where to post to: people give a server's address, or that of its API (`root` when they do not say). */
export function modelEndpoint(
  { model, url: given }: ModelSettings,
  { root, path, defaultUrl }: Endpoint,
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

/** Before the one retry; a server that asks for more gets at most `MAX_WAIT_MS`. */
const WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;
/** No honest answer is this long; a runaway one must not fill the memory. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

interface ModelServer {
  /** The model as the operator named it, for errors. */
  name: string;
  url: string;
  apiKey: string | undefined;
}

interface JsonRequest<Answer> {
  body: unknown;
  answer: z.ZodType<Answer>;
  /** For all of it, the retry too. */
  limitMs: number;
  signal: AbortSignal;
}

type Attempt<Answer> = { answer: Answer } | { problem: string; waitMs: number | null };

/** Posts JSON to a model's server, once more when it is worth it. An error names neither what was sent nor the key. */
export async function postJson<Answer>(server: ModelServer, request: JsonRequest<Answer>): Promise<Answer> {
  const { limitMs, signal: parent } = request;
  try {
    const attempt = await withSignal({ parent, limitMs }, async (signal) => {
      const first = await tryOnce(server, request, signal);
      if ('answer' in first || first.waitMs === null) return first;
      await sleep(first.waitMs, undefined, { signal });
      return tryOnce(server, request, signal);
    });
    if ('answer' in attempt) return attempt.answer;
    throw searchModelFailed(server.name, attempt.problem);
  } catch (error) {
    if (!isTimeUp(error)) throw error;
    throw searchModelFailed(server.name, `no answer within ${limitMs} ms`);
  }
}

/** Without a cause: a parser's or a server's own message may repeat what was sent. */
export function searchModelFailed(model: string, problem: string): GalenError {
  return new GalenError('SEARCH_MODEL_FAILED', { model, problem });
}

async function tryOnce<Answer>(
  server: ModelServer,
  { body, answer }: JsonRequest<Answer>,
  signal: AbortSignal,
): Promise<Attempt<Answer>> {
  let text: string | null;
  try {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` }),
      },
      body: JSON.stringify(body),
      signal,
      // What is sent goes where the operator said, and nowhere else.
      redirect: 'manual',
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { problem: `status ${response.status}`, waitMs: waitAfter(response) };
    }
    text = await readLimited(response, MAX_ANSWER_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    return { problem: connectionProblem(error), waitMs: WAIT_MS };
  }
  if (text === null) return { problem: `an answer of more than ${MAX_ANSWER_BYTES} bytes`, waitMs: null };
  const parsed = answer.safeParse(parseJson(text));
  return parsed.success ? { answer: parsed.data } : { problem: 'an answer of another form', waitMs: null };
}

/** How long to wait before asking again; null when the same request would fail again. */
function waitAfter({ status, headers }: Response): number | null {
  if (status !== 429 && status < 500) return null;
  return Math.min(retryAfter(headers.get('retry-after'), Date.now()) ?? WAIT_MS, MAX_WAIT_MS);
}

/** Why a server was not reached. */
export function connectionProblem(error: unknown): string {
  const code = error instanceof Error ? codeOf(error.cause) : undefined;
  return code === undefined ? 'no connection' : `no connection (${code})`;
}
