import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson, readLimited } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import { isSameServer, withoutSlash } from './public-url.ts';

export const LAUNCH_SECONDS = 600;
export const SESSION_SECONDS = 12 * 3_600;
const MAX_LAUNCHES = 1_000;
const MAX_SESSIONS = 10_000;
/** A token this near its end is not used any more. */
const GRACE_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

const endpoint = z.url({ protocol: /^https?$/u });
const SmartConfiguration = z.object({
  issuer: z.string().optional(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  code_challenge_methods_supported: z.array(z.string()).default([]),
});
const FhirId = z.string().regex(/^[A-Za-z0-9.-]{1,64}$/u);
const TokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/iu),
  expires_in: z.number().positive().default(DEFAULT_LIFETIME_SECONDS),
  refresh_token: z.string().optional(),
  patient: FhirId.optional(),
});

interface Pending {
  issuer: string;
  server: z.infer<typeof SmartConfiguration>;
  verifier: string;
  browserKey: string;
  redirectUri: string;
}

/** A launch that has ended well: its server, its patient, and a token that never leaves this process. */
interface Session {
  issuer: string;
  patientId: string | null;
  tokenEndpoint: string;
  token: string;
  refreshToken: string | undefined;
  expiresAt: number;
}

export type Launches = ReturnType<typeof createLaunches>;

/** SMART App Launch 2.2, from an EHR or by itself: authorization code with PKCE, the exchange and the tokens on this side. */
export function createLaunches(settings: {
  /** FHIR servers that may launch the page; nothing is asked of any other. */
  issuers: readonly string[];
  clientId: string;
  /** Without one a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  scope: string;
}) {
  const { issuers, clientId, clientSecret, scope } = settings;
  const pending = new LRUCache<string, Pending>({ max: MAX_LAUNCHES, ttl: LAUNCH_SECONDS * 1_000 });
  const sessions = new LRUCache<string, Session>({ max: MAX_SESSIONS, ttl: SESSION_SECONDS * 1_000 });
  const refreshing = new Map<string, Promise<Session | null>>();

  return {
    /** Where to send the browser, and the secret that it brings back to prove that it is the same one. */
    async begin({ iss, launch, redirectUri }: { iss?: string; launch?: string; redirectUri: string }) {
      const issuer = knownIssuer(iss);
      const server = await discover(issuer);
      const [state, verifier, browserKey] = [secret(), secret(), secret()];
      pending.set(state, { issuer, server, verifier, browserKey, redirectUri });
      const url = new URL(server.authorization_endpoint);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: `${launch === undefined ? 'launch/patient' : 'launch'} ${scope}`,
        state,
        aud: issuer,
        ...(launch === undefined ? {} : { launch }),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { url: url.href, browserKey };
    },

    /** The id of the session, which is the browser's to keep. */
    async finish(answer: { state?: string; code?: string; iss?: string }, browserKey = ''): Promise<string> {
      const { state = '', code, iss } = answer;
      const launched = pending.get(state);
      // Whatever comes of it, a state counts once.
      pending.delete(state);
      if (launched === undefined) throw refused('this launch is not known, or too old');
      const { issuer, server, verifier, redirectUri } = launched;
      if (!isEqual(launched.browserKey, browserKey)) throw refused('it was begun in another browser');
      // RFC 9207: an answer that names another server than was asked is not ours.
      if (iss !== undefined && iss !== server.issuer) throw refused('another server answered');
      if (code === undefined) throw refused('the server did not allow it');
      const form = { code, redirect_uri: redirectUri, code_verifier: verifier };
      const given = await askToken(server.token_endpoint, { grant_type: 'authorization_code', ...form });
      const sessionId = secret();
      const patientId = given.patient ?? null;
      sessions.set(sessionId, {
        issuer,
        patientId,
        tokenEndpoint: server.token_endpoint,
        ...tokensOf(given),
      });
      return sessionId;
    },

    /** With a token that holds, refreshed where it had run out; null where it is over. */
    async session(sessionId = ''): Promise<Session | null> {
      const session = sessions.get(sessionId) ?? null;
      if (session === null || Date.now() < session.expiresAt) return session;
      // Many who ask at once cause one refresh: a server takes a refresh token once.
      const under = refreshing.get(sessionId) ?? refresh(session, sessionId);
      refreshing.set(sessionId, under);
      return under.finally(() => refreshing.delete(sessionId));
    },

    end(sessionId = ''): void {
      sessions.delete(sessionId);
    },
  };

  function knownIssuer(iss: string | undefined): string {
    const wanted = iss ?? (issuers.length === 1 ? issuers[0] : undefined);
    if (wanted === undefined) throw refused('name the server in `iss`');
    const known = issuers.find((issuer) => URL.canParse(wanted) && isSameServer(issuer, wanted));
    if (known === undefined) throw refused('this server is not known here');
    return withoutSlash(known);
  }

  async function discover(issuer: string) {
    const { status, body } = await ask(`${issuer}/.well-known/smart-configuration`, {});
    const server = SmartConfiguration.safeParse(body).data;
    if (status !== 200 || server === undefined) throw refused('the server does not say how to sign in');
    if (!server.code_challenge_methods_supported.includes('S256'))
      throw refused('the server lacks PKCE (S256)');
    for (const address of [server.authorization_endpoint, server.token_endpoint]) {
      const { protocol, origin } = new URL(address);
      // Codes and tokens travel there: in the clear only where the server itself was set so.
      if (protocol !== 'https:' && origin !== new URL(issuer).origin)
        throw refused('an endpoint is not https');
    }
    return server;
  }

  async function refresh(session: Session, sessionId: string): Promise<Session | null> {
    const { refreshToken = '', tokenEndpoint } = session;
    try {
      if (refreshToken === '') throw refused('there is nothing to refresh it with');
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return Object.assign(session, tokensOf(await askToken(tokenEndpoint, form), refreshToken));
    } catch (error) {
      // A server that is away may be back; one that refuses has ended it.
      if (!(error instanceof GalenError) || error.code !== 'LAUNCH_REFUSED') throw error;
      sessions.delete(sessionId);
      return null;
    }
  }

  async function askToken(url: string, parameters: Record<string, string>) {
    const form = new URLSearchParams(parameters);
    // RFC 6749 has both encoded like form fields.
    const basic = [clientId, clientSecret ?? ''].map(encodeURIComponent).join(':');
    if (clientSecret === undefined) form.set('client_id', clientId);
    const headers =
      clientSecret === undefined
        ? undefined
        : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` };
    const { status, body } = await ask(url, { method: 'POST', body: form, ...(headers && { headers }) });
    const answer = TokenAnswer.safeParse(body).data;
    if (status !== 200 || answer === undefined) throw refused('the server gave no token');
    return answer;
  }
}

function tokensOf(answer: z.infer<typeof TokenAnswer>, lastRefresh?: string) {
  const lifetime = answer.expires_in * 1_000;
  return {
    token: answer.access_token,
    refreshToken: answer.refresh_token ?? lastRefresh,
    expiresAt: Date.now() + lifetime - Math.min(GRACE_MS, lifetime / 2),
  };
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { accept: 'application/json', ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'error', signal });
    const { status } = response;
    if (status >= 500 || status === 429) throw new Error(`status ${status}`);
    return { status, body: parseJson((await readLimited(response, MAX_BYTES)) ?? '') };
  } catch (cause) {
    throw new GalenError('CHART_UNAVAILABLE', { problem: 'its sign-in does not answer' }, { cause });
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refused(problem: string): GalenError {
  return new GalenError('LAUNCH_REFUSED', { problem });
}
