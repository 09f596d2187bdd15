import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { GalenError } from '../../domain/errors.ts';
import type { Clock, IdSource } from '../../domain/run-context.ts';

const LIFETIME_SECONDS = 240;

interface AssertionOptions {
  clientId: string;
  /** PEM, or a JWK as JSON. */
  privateKey: string;
  keyId?: string | undefined;
  audience: string;
  clock: Clock;
  newId: IdSource;
}

/** The signed assertion of SMART backend services: a JWT that says which client asks, good for one request. */
export function signClientAssertion(options: AssertionOptions): string {
  const { clientId, audience, clock, newId } = options;
  const { key, kid } = readKey(options.privateKey);
  const keyId = options.keyId ?? kid;
  const header = { alg: algorithmOf(key), typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const exp = Math.floor(clock() / 1_000) + LIFETIME_SECONDS;
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: newId(), exp };
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
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
