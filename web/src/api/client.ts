import type { ErrorBody } from '../../../src/domain/errors.ts';
import { getSettings, languageOf } from '../settings/settings.ts';
import { TEXTS } from '../text/use-text.ts';

/** An answer of the server that says no, in the asker's language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;

  constructor(
    status: number,
    { code, message, retryable }: Pick<ErrorBody, 'code' | 'message' | 'retryable'>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryable = retryable;
  }
}

/** Asks the server for JSON; the caller names the shape, which the server's own schemas give. */
export async function api<Shape>(
  path: string,
  { method = 'GET', body, signal }: { method?: string; body?: unknown; signal?: AbortSignal } = {},
): Promise<Shape> {
  const isForm = body instanceof FormData;
  const response = await request(path, {
    method,
    headers: {
      ...requestHeaders(),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw await errorOf(response);
  // 204 has no body; its callers expect nothing.
  return (response.status === 204 ? undefined : await response.json()) as Shape;
}

/** A request that tells in the asker's language when nobody is there to take it. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    // Only a lost connection is a TypeError; leaving the view is none of the asker's business.
    if (!(error instanceof TypeError)) throw error;
    const message = TEXTS[languageOf(getSettings())].unreachable;
    throw new ApiError(0, { code: 'UNREACHABLE', message, retryable: true });
  }
}

/** Who asks, and in which language errors are wanted. */
export function requestHeaders(): Record<string, string> {
  const settings = getSettings();
  return {
    'accept-language': languageOf(settings),
    ...(settings.person === null ? {} : { 'x-galen-as': settings.person }),
  };
}

export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: ErrorBody };
    return new ApiError(response.status, error);
  } catch {
    // Not from Galen: a proxy, or a server that is going away.
    return new ApiError(response.status, {
      code: 'INTERNAL',
      message: `HTTP ${response.status}`,
      retryable: response.status >= 500,
    });
  }
}
