import { createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { once } from '../../../language/read-lexicon.ts';
import type { NameSeal } from '../../name-seal.port.ts';

/** Bytes of an installation's key. */
export const KEY_BYTES = 32;
/** Bytes of a nonce, which may never be used twice with one key. */
export const NONCE_BYTES = 12;

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
/** Goes in front, so that another way of sealing can be told apart later. */
const VERSION = 'v1.';

const Mapping = z.record(z.string(), z.string());
type Mapping = z.infer<typeof Mapping>;

/** Closes what tokens stand for, so that a run can carry it: only the installation's key opens it. */
export function sealMapping(mapping: Mapping, key: Uint8Array, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(VERSION));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(mapping), 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed, or null when it was changed, cut, or sealed by another key. */
export function openMapping(sealed: string, key: Uint8Array): Mapping | null {
  if (!sealed.startsWith(VERSION)) return null;
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(VERSION));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Mapping.parse(JSON.parse(Buffer.concat([plain, decipher.final()]).toString('utf8')));
  } catch {
    // The tag does not fit: whose fault it was cannot be told, and the cipher's message says nothing more.
    return null;
  }
}

/** The `NameSeal` port by the installation's key, which is asked for when the first flow needs it. */
export function createNameSeal({
  readKey,
  newNonce,
}: {
  readKey: () => Uint8Array;
  newNonce: () => Uint8Array;
}): NameSeal {
  const key = once(readKey);
  return {
    seal: (names) => sealMapping(names, key(), newNonce()),
    open: (sealed) => openMapping(sealed, key()),
  };
}
