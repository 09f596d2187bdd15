import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN_SECONDS = 3_600;

interface Granted {
  challenge: string;
  redirectUri: string;
  patient: string | null;
  expiresAt: number;
  isUsed: boolean;
}

export interface SmartServer {
  /** The FHIR server, and so the issuer. */
  url: string;
  origin: string;
  /** What was posted to the token endpoint. */
  tokenRequests: URLSearchParams[];
  /** Paths that were asked with a token that holds. */
  authorised: string[];
  /** A launch of this patient from the EHR, as it is put into the address. */
  launchOf(patient: string): string;
  /** What goes wrong from now on; null: nothing. */
  fault: SmartFault | null;
  /** Seconds that the next codes live. */
  codeSeconds: number;
  /** What the FHIR server holds. */
  patients: Map<string, object>;
  /** Which patient a user picks who launches the page by itself. */
  picked: string;
  tokensGiven: string[];
  close(): Promise<void>;
}

type SmartFault =
  | 'no-pkce'
  | 'plain-endpoint'
  | 'denies'
  | 'no-configuration'
  | 'away'
  | 'no-patient'
  | 'other-issuer'
  | 'redirects';

/** An EHR's authorisation server by SMART App Launch 2.2, with a FHIR server that has patients. Its user says yes to everything. */
export async function startSmartServer(client: { id: string; secret: string | null }): Promise<SmartServer> {
  const launches = new Map<string, string>();
  const codes = new Map<string, Granted>();
  const refreshes = new Map<string, Granted>();
  const tokens = new Map<string, { expiresAt: number; of: Granted }>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const [status, body, headers] = answer(request, text);
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...headers,
      });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: SmartServer = {
    url: `${origin}/fhir`,
    origin,
    tokenRequests: [],
    authorised: [],
    fault: null,
    codeSeconds: 60,
    patients: new Map(),
    picked: '',
    tokensGiven: [],
    launchOf(patient) {
      const launch = randomUUID();
      launches.set(launch, patient);
      return launch;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;

  function answer(request: IncomingMessage, text: string): [number, object, Record<string, string>?] {
    const url = new URL(request.url ?? '/', origin);
    if (state.fault === 'away') return [503, {}];
    if (state.fault === 'redirects') return [302, {}, { location: 'http://127.0.0.1:9/' }];
    if (url.pathname === '/fhir/.well-known/smart-configuration') return configuration();
    if (url.pathname === '/authorize') return authorize(url.searchParams);
    if (url.pathname === '/token' && request.method === 'POST')
      return token(new URLSearchParams(text), request);
    const patient = /^\/fhir\/Patient\/([^/]+)$/u.exec(url.pathname)?.[1];
    const held = tokens.get(/^Bearer (.+)$/u.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (held === undefined || held.expiresAt < Date.now()) return [401, {}];
    state.authorised.push(url.pathname);
    const found = state.patients.get(patient ?? '');
    return found === undefined || held.of.patient !== patient ? [404, {}] : [200, found];
  }

  function configuration(): [number, object] {
    if (state.fault === 'no-configuration') return [404, {}];
    const authorization = state.fault === 'plain-endpoint' ? 'http://elsewhere.example' : origin;
    return [
      200,
      {
        issuer: state.url,
        jwks_uri: `${origin}/jwks`,
        authorization_endpoint: `${authorization}/authorize`,
        token_endpoint: `${origin}/token`,
        grant_types_supported: ['authorization_code'],
        capabilities: [
          'launch-ehr',
          'launch-standalone',
          'client-public',
          'context-ehr-patient',
          'permission-v2',
        ],
        code_challenge_methods_supported: state.fault === 'no-pkce' ? ['plain'] : ['S256'],
      },
    ];
  }

  function authorize(query: URLSearchParams): [number, object, Record<string, string>?] {
    const scopes = (query.get('scope') ?? '').split(' ');
    const launch = query.get('launch');
    const isRight =
      query.get('response_type') === 'code' &&
      query.get('client_id') === client.id &&
      query.get('aud') === state.url &&
      (query.get('state') ?? '').length >= 22 &&
      query.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/u.test(query.get('code_challenge') ?? '') &&
      scopes.includes(launch === null ? 'launch/patient' : 'launch');
    if (!isRight) return [400, { error: 'invalid_request' }];
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', state.fault === 'other-issuer' ? 'https://other.example/fhir' : state.url);
    if (state.fault === 'denies' || (launch !== null && !launches.has(launch))) {
      back.searchParams.set('error', 'access_denied');
      return [302, {}, { location: back.href }];
    }
    const code = randomUUID();
    codes.set(code, {
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      patient:
        state.fault === 'no-patient' ? null : launch === null ? state.picked : (launches.get(launch) ?? null),
      expiresAt: Date.now() + state.codeSeconds * 1_000,
      isUsed: false,
    });
    back.searchParams.set('code', code);
    return [302, {}, { location: back.href }];
  }

  function token(form: URLSearchParams, request: IncomingMessage): [number, object] {
    state.tokenRequests.push(form);
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const isClient =
      client.secret === null ? form.get('client_id') === client.id : request.headers.authorization === basic;
    if (!isClient) return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') {
      const granted = refreshes.get(form.get('refresh_token') ?? '');
      // Rotated: each is taken once.
      refreshes.delete(form.get('refresh_token') ?? '');
      return granted === undefined ? [400, { error: 'invalid_grant' }] : [200, give(granted)];
    }
    const granted = codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      granted !== undefined &&
      !granted.isUsed &&
      granted.expiresAt > Date.now() &&
      granted.challenge === challenge &&
      granted.redirectUri === form.get('redirect_uri');
    if (granted?.isUsed) {
      // RFC 6749: a code that comes twice takes back what it gave.
      for (const [key, { of }] of tokens) if (of === granted) tokens.delete(key);
    }
    if (!isGood) return [400, { error: 'invalid_grant' }];
    granted.isUsed = true;
    return [200, give(granted)];
  }

  function give(granted: Granted): object {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    tokens.set(access, { expiresAt: Date.now() + TOKEN_SECONDS * 1_000, of: granted });
    refreshes.set(refresh, granted);
    state.tokensGiven.push(access, refresh);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: refresh,
      scope: 'launch openid fhirUser patient/*.rs',
      ...(granted.patient === null ? {} : { patient: granted.patient }),
    };
  }
}
