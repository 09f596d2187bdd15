import { createPublicKey, randomUUID, verify } from 'node:crypto';

/** How a client of the test server has to show who it is. */
export type TokenRules =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | { kind: 'client-credentials'; clientId: string; clientSecret: string }
  /** SMART backend services: a signed assertion. `publicKey` is PEM. */
  | { kind: 'private-key-jwt'; clientId: string; publicKey: string };

export interface TokenIssuer {
  issue(form: string, authorization: string | undefined): [status: number, body: object];
  accepts(authorization: string | undefined): boolean;
  /** No token issued so far is taken any more. */
  revoke(): void;
  issued(): number;
  /** How long the next tokens live, in seconds. */
  lifetime(seconds: number): void;
}

/** The OAuth2 token endpoint of the test FHIR server. */
export function createTokenIssuer(rules: TokenRules, tokenUrl: string): TokenIssuer {
  const valid = new Set<string>();
  const seen = new Set<string>();
  let issued = 0;
  let seconds = 3_600;

  return {
    issue(text, authorization) {
      const form = new URLSearchParams(text);
      if (form.get('grant_type') !== 'client_credentials') return [400, { error: 'unsupported_grant_type' }];
      if (!isClient(form, authorization)) return [401, { error: 'invalid_client' }];
      const token = randomUUID();
      valid.add(token);
      issued += 1;
      return [200, { access_token: token, token_type: 'Bearer', expires_in: seconds }];
    },
    accepts: (authorization) => {
      if (rules.kind === 'none') return true;
      const token = /^Bearer (.+)$/u.exec(authorization ?? '')?.[1] ?? '';
      return rules.kind === 'bearer' ? token === rules.token : valid.has(token);
    },
    revoke: () => valid.clear(),
    issued: () => issued,
    lifetime: (next) => {
      seconds = next;
    },
  };

  function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
    if (rules.kind === 'client-credentials') {
      const { clientId, clientSecret } = rules;
      return authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    }
    if (rules.kind !== 'private-key-jwt') return false;
    if (!form.get('client_assertion_type')?.endsWith(':client-assertion-type:jwt-bearer')) return false;
    return isOwnAssertion(form.get('client_assertion') ?? '', rules);
  }

  function isOwnAssertion(assertion: string, rules: { clientId: string; publicKey: string }): boolean {
    const [head = '', body = '', signature = ''] = assertion.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string; kid?: string };
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const isSigned = verify(
      'sha384',
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey(rules.publicKey), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const jti = String(claims.jti);
    const isFresh =
      !seen.has(jti) &&
      Number(claims.exp) > Date.now() / 1_000 &&
      Number(claims.exp) < Date.now() / 1_000 + 301;
    seen.add(jti);
    const isNamed = claims.iss === rules.clientId && claims.sub === rules.clientId && claims.aud === tokenUrl;
    return isSigned && isFresh && isNamed && ['ES384', 'RS384'].includes(header.alg);
  }
}
