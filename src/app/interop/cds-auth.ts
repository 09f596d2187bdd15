import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';

/** By name, so that no token chooses a weaker one: the two of the standard, and the usual ones of key servers. */
const ALGORITHMS = ['ES384', 'RS384', 'ES256', 'RS256'];
/** The standard has tokens live five minutes at most; clocks differ by a little. */
const MAX_AGE_SECONDS = 300;
const TOLERANCE_SECONDS = 30;
const JWKS_TIMEOUT_MS = 5_000;
const SEEN_TOKENS = 10_000;

/** Whoever asks, by the token of their request; throws for who is not known. */
export type VerifyClient = (authorization: string | undefined, audiences: string[]) => Promise<Principal>;

/**
 * The EHRs that may ask for decision support, each by the JWT that CDS Hooks describes. Keys are read from the address in the
 * settings alone, never from one that a token names.
 */
export function createClientCheck(issuers: string, tenantId: string): VerifyClient {
  const options = { timeoutDuration: JWKS_TIMEOUT_MS };
  const keys = new Map(
    parseIssuers(issuers).map(([issuer, url]) => [issuer, createRemoteJWKSet(new URL(url), options)]),
  );
  const seen = new LRUCache<string, true>({
    max: SEEN_TOKENS,
    ttl: (MAX_AGE_SECONDS + TOLERANCE_SECONDS) * 1_000,
  });

  return async (authorization, audiences) => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/u.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refused('a bearer token (JWT) is needed');
    const { iss, jti } = await verified(token, audiences);
    const key = JSON.stringify([iss, jti]);
    if (seen.has(key)) throw refused('the token was used before');
    seen.set(key, true);
    return {
      user_id: `cds:${iss}`,
      tenant_id: tenantId,
      audience: 'clinician',
      role: 'ehr',
      scopes: ['public'],
      departments: [],
    };
  };

  async function verified(token: string, audience: string[]): Promise<JWTPayload> {
    try {
      const issuer = decodeJwt(token).iss ?? '';
      const jwks = keys.get(issuer);
      if (jwks === undefined) throw refused('the issuer is not known here');
      const { payload } = await jwtVerify(token, jwks, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'jti'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: TOLERANCE_SECONDS,
      });
      return payload;
    } catch (error) {
      if (error instanceof GalenError) throw error;
      // Without the library's words: they may tell what to change.
      throw new GalenError('UNAUTHENTICATED', { problem: 'the token does not hold' }, { cause: error });
    }
  }
}

function parseIssuers(setting: string): [issuer: string, jwksUrl: string][] {
  return setting.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
}

function refused(problem: string): GalenError {
  return new GalenError('UNAUTHENTICATED', { problem });
}
