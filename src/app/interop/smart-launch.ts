import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson, readLimited } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/run-context.ts';
import { isSameServer, withoutSlash } from './public-url.ts';

export interface SmartSettings {
  /** FHIR servers that may launch the page; nothing is asked of any other. */
  issuers: readonly string[];
  clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  clientSecret: string | null;
  scope: string;
  clock: Clock;
}

/** What a launch says: from which server, and of which patient. */
export interface LaunchContext {
  issuer: string;
  patientId: string | null;
}

export interface Launches {
  /** Where to send the browser, and the secret that it brings back to prove that it is the same one. */
  begin(launch: { iss: string | undefined; launch: string | undefined; redirectUri: string }): Promise<{
    url: string;
    browserKey: string;
  }>;
  /** The id of the session is the browser's to keep; the tokens stay here. */
  finish(answer: {
    state: string | undefined;
    code: string | undefined;
    iss: string | undefined;
    browserKey: string | undefined;
  }): Promise<LaunchContext & { sessionId: string }>;
  context(sessionId: string | undefined): (LaunchContext & { expiresAt: number }) | null;
  /** A token that holds now, refreshed where it may be; null where the session is over. */
  token(sessionId: string | undefined): Promise<string | null>;
  end(sessionId: string | undefined): void;
}

export const LAUNCH_MINUTES = 10;
export const SESSION_HOURS = 12;
const MINUTE_MS = 60_000;
const MAX_LAUNCHES = 1_000;
const MAX_SESSIONS = 10_000;
/** A token this near its end is not used any more. */
const GRACE_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const LAUNCH_TOKEN = /^[\x21-\x7e]{1,2048}$/u;

const SmartConfiguration = z.object({
  issuer: z.string().optional(),
  authorization_endpoint: z.url({ protocol: /^https?$/u }),
  token_endpoint: z.url({ protocol: /^https?$/u }),
  code_challenge_methods_supported: z.array(z.string()).default([]),
});
type SmartConfiguration = z.infer<typeof SmartConfiguration>;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/iu),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
  patient: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,64}$/u)
    .optional(),
});

interface Pending {
  issuer: string;
  server: SmartConfiguration;
  verifier: string;
  browserKey: string;
  redirectUri: string;
}

interface Session extends LaunchContext {
  tokenEndpoint: string;
  accessToken: string;
  refreshToken: string | null;
  until: number;
  refreshing: Promise<string | null> | null;
}

/** SMART App Launch 2.2, from an EHR or by itself: authorization code with PKCE, the exchange and the tokens on this side. */
export function createLaunches(settings: SmartSettings): Launches {
  const { issuers, clientId, clientSecret, scope, clock } = settings;
  const perf = { now: clock };
  const pending = new LRUCache<string, Pending>({ max: MAX_LAUNCHES, ttl: LAUNCH_MINUTES * MINUTE_MS, perf });
  const sessions = new LRUCache<string, Session>({
    max: MAX_SESSIONS,
    ttl: SESSION_HOURS * 60 * MINUTE_MS,
    perf,
  });

  return {
    async begin({ iss, launch, redirectUri }) {
      const issuer = knownIssuer(iss);
      if (launch !== undefined && !LAUNCH_TOKEN.test(launch)) throw refused('the launch is no token');
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

    async finish({ state = '', code, iss, browserKey = '' }) {
      const launched = pending.get(state);
      // Whatever comes of it, a state counts once.
      pending.delete(state);
      if (launched === undefined) throw refused('this launch is not known, or too old');
      if (!isEqual(launched.browserKey, browserKey)) throw refused('it was begun in another browser');
      const { issuer, server, verifier, redirectUri } = launched;
      // RFC 9207: an answer that names another server than was asked is not ours.
      if (iss !== undefined && iss !== server.issuer) throw refused('another server answered');
      if (code === undefined) throw refused('the server did not allow it');
      const answer = await askToken(server.token_endpoint, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const sessionId = secret();
      const patientId = answer.patient ?? null;
      sessions.set(sessionId, {
        issuer,
        patientId,
        tokenEndpoint: server.token_endpoint,
        ...held(answer),
        refreshing: null,
      });
      return { sessionId, issuer, patientId };
    },

    context(sessionId = '') {
      const session = sessions.get(sessionId);
      if (session === undefined) return null;
      const { issuer, patientId, until } = session;
      return { issuer, patientId, expiresAt: until };
    },

    async token(sessionId = '') {
      const session = sessions.get(sessionId);
      if (session === undefined) return null;
      if (clock() < session.until) return session.accessToken;
      // Many who ask at once cause one refresh: a server may take a refresh token once.
      session.refreshing ??= refresh(session, sessionId).finally(() => {
        session.refreshing = null;
      });
      return session.refreshing;
    },

    end(sessionId = '') {
      sessions.delete(sessionId);
    },
  };

  function knownIssuer(iss: string | undefined): string {
    const [only, ...others] = issuers;
    if (only === undefined) throw refused('no server is set that may');
    if (iss === undefined && others.length > 0) throw refused('name the server in `iss`');
    const known = issuers.find((issuer) => URL.canParse(iss ?? only) && isSameServer(issuer, iss ?? only));
    if (known === undefined) throw refused('this server is not known here');
    return withoutSlash(known);
  }

  async function discover(issuer: string): Promise<SmartConfiguration> {
    const answer = await ask(`${issuer}/.well-known/smart-configuration`, {});
    const server = SmartConfiguration.safeParse(answer.body).data;
    if (answer.status !== 200 || server === undefined)
      throw refused('the server does not say how to sign in');
    if (!server.code_challenge_methods_supported.includes('S256'))
      throw refused('the server lacks PKCE (S256)');
    for (const endpoint of [server.authorization_endpoint, server.token_endpoint]) {
      const { protocol, origin } = new URL(endpoint);
      // Codes and tokens travel there: in the clear only where the server itself was set so.
      if (protocol !== 'https:' && origin !== new URL(issuer).origin)
        throw refused('an endpoint is not https');
    }
    return server;
  }

  async function refresh(session: Session, sessionId: string): Promise<string | null> {
    const { refreshToken, tokenEndpoint } = session;
    try {
      if (refreshToken === null) throw refused('the session is over');
      const answer = await askToken(tokenEndpoint, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      Object.assign(session, held(answer, refreshToken));
      return session.accessToken;
    } catch (error) {
      // Refused: over. A server that is away may be back.
      if (!(error instanceof GalenError) || error.code !== 'LAUNCH_REFUSED') throw error;
      sessions.delete(sessionId);
      return null;
    }
  }

  function held(answer: z.infer<typeof TokenAnswer>, lastRefresh: string | null = null) {
    const lifetime = (answer.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1_000;
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? lastRefresh,
      until: clock() + lifetime - Math.min(GRACE_MS, lifetime / 2),
    };
  }

  async function askToken(url: string, parameters: Record<string, string>) {
    const form = new URLSearchParams(parameters);
    const headers: Record<string, string> = {};
    if (clientSecret === null) form.set('client_id', clientId);
    else {
      // RFC 6749 has both encoded like form fields.
      const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
      headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    }
    const { status, body } = await ask(url, { method: 'POST', headers, body: form });
    const answer = TokenAnswer.safeParse(body).data;
    if (status !== 200 || answer === undefined) throw refused('the server gave no token');
    return answer;
  }
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
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
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function refused(problem: string): GalenError {
  return new GalenError('LAUNCH_REFUSED', { problem });
}
