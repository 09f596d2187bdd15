import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import type { Clock, IdSource } from '../../domain/run-context.ts';

/** How Galen shows a FHIR server who it is. */
export type FhirAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | { kind: 'client-credentials'; clientId: string; clientSecret: string; scope?: string | undefined }
  /** SMART backend services; the key is PEM or a JWK. */
  | {
      kind: 'private-key-jwt';
      clientId: string;
      privateKey: string;
      keyId?: string | undefined;
      scope?: string | undefined;
    };

export interface FhirTokens {
  /** Null where none is needed. `fresh`: the last one was refused. */
  get(fresh: boolean): Promise<string | null>;
}

/** A token this near its end is not used any more. */
const GRACE_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 300;
const ASSERTION_SECONDS = 240;
const SMART_SCOPE = 'system/*.read system/*.write';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});
const SmartConfiguration = z.object({ token_endpoint: z.url() });

/** Gets access tokens and keeps the current one; many callers at once cause one request. */
export function createFhirTokens(options: {
  auth: FhirAuth;
  tokenUrl: string | null;
  fhirUrl: string;
  timeoutMs: number;
  clock: Clock;
  newId: IdSource;
}): FhirTokens {
  const { auth, fhirUrl, timeoutMs, clock, newId } = options;
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;
  let { tokenUrl } = options;

  return {
    async get(fresh) {
      if (auth.kind === 'none') return null;
      if (auth.kind === 'bearer') return auth.token;
      if (!fresh && current !== null && clock() < current.until) return current.token;
      pending ??= fetchToken(auth).finally(() => {
        pending = null;
      });
      return pending;
    },
  };

  async function fetchToken(granted: Extract<FhirAuth, { clientId: string }>): Promise<string> {
    tokenUrl ??= await discoverTokenUrl();
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const headers: Record<string, string> = { accept: 'application/json' };
    if (granted.kind === 'client-credentials') {
      if (granted.scope !== undefined) form.set('scope', granted.scope);
      // RFC 6749 has both encoded like form fields.
      const credentials = [granted.clientId, granted.clientSecret].map(encodeURIComponent).join(':');
      headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    } else {
      form.set('scope', granted.scope ?? SMART_SCOPE);
      form.set('client_assertion_type', ASSERTION_TYPE);
      form.set('client_assertion', signClientAssertion(granted, tokenUrl));
    }
    const { access_token, expires_in = DEFAULT_LIFETIME_SECONDS } = await ask(tokenUrl, TokenAnswer, {
      method: 'POST',
      headers,
      body: form,
    });
    current = { token: access_token, until: clock() + expires_in * 1_000 - GRACE_MS };
    return access_token;
  }

  /** A server may name an endpoint of its own; credentials go to another host only when the setting says so. */
  async function discoverTokenUrl(): Promise<string> {
    const { token_endpoint } = await ask(`${fhirUrl}/.well-known/smart-configuration`, SmartConfiguration, {
      headers: { accept: 'application/json' },
    });
    if (new URL(token_endpoint).origin === new URL(fhirUrl).origin) return token_endpoint;
    throw refused('its token endpoint is on another host; set GALEN_FHIR_TOKEN_URL to allow it');
  }

  async function ask<Answer>(url: string, schema: z.ZodType<Answer>, init: RequestInit): Promise<Answer> {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      body = await response.json();
    } catch (cause) {
      throw new GalenError('CHART_UNAVAILABLE', { problem: 'the token endpoint does not answer' }, { cause });
    }
    if (response.status >= 500 || response.status === 429) {
      throw new GalenError('CHART_UNAVAILABLE', { problem: `the token endpoint answers ${response.status}` });
    }
    const parsed = schema.safeParse(body);
    if (response.ok && parsed.success) return parsed.data;
    throw refused(`the token endpoint answers ${response.status} without a token`);
  }

  /** The signed assertion of SMART backend services: a JWT that says which client asks, good for one request. */
  function signClientAssertion(
    { clientId, privateKey, keyId }: Extract<FhirAuth, { privateKey: string }>,
    audience: string,
  ): string {
    const { key, kid } = readKey(privateKey);
    const named = keyId ?? kid;
    const header = { alg: algorithmOf(key), typ: 'JWT', ...(named === undefined ? {} : { kid: named }) };
    const exp = Math.floor(clock() / 1_000) + ASSERTION_SECONDS;
    const claims = { iss: clientId, sub: clientId, aud: audience, jti: newId(), exp };
    const signed = `${encode(header)}.${encode(claims)}`;
    const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}

function refused(problem: string): GalenError {
  return new GalenError('CHART_ACCESS_REFUSED', { problem });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The two algorithms that every SMART server must take. */
function algorithmOf(key: KeyObject): 'ES384' | 'RS384' {
  if (key.asymmetricKeyType === 'rsa') return 'RS384';
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'secp384r1') return 'ES384';
  throw new GalenError('CONFIG_INVALID', { problem: 'GALEN_FHIR_PRIVATE_KEY_FILE: expected RSA or P-384' });
}

function readKey(text: string): { key: KeyObject; kid?: string } {
  try {
    if (!text.trimStart().startsWith('{')) return { key: createPrivateKey(text) };
    // A cast, because createPrivateKey checks the JWK itself.
    const jwk = JSON.parse(text) as JsonWebKey & { kid?: string };
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    return typeof jwk.kid === 'string' ? { key, kid: jwk.kid } : { key };
  } catch {
    // The cause is left out: it could quote the key.
    throw new GalenError('CONFIG_INVALID', { problem: 'GALEN_FHIR_PRIVATE_KEY_FILE: not a private key' });
  }
}
