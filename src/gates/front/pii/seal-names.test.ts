import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_BYTES, NONCE_BYTES, openMapping, sealMapping } from './seal-names.ts';

const key = new Uint8Array(KEY_BYTES).fill(7);
const nonce = new Uint8Array(NONCE_BYTES).fill(3);
const mapping = { '[NAME_1]': 'Nguyễn Văn An', '[PHONE_1]': '0912 345 678' };

describe('a sealed mapping', () => {
  it('opens with its key', () => {
    expect(openMapping(sealMapping(mapping, key, nonce), key)).toEqual(mapping);
    const token = fc.nat(999).map((number) => `[NAME_${number}]`);
    const mappings = fc.dictionary(token, fc.string(), { noNullPrototype: true });
    fc.assert(
      fc.property(
        mappings,
        fc.uint8Array({ minLength: NONCE_BYTES, maxLength: NONCE_BYTES }),
        (any, once) => {
          expect(openMapping(sealMapping(any, key, once), key)).toEqual(any);
        },
      ),
    );
  });

  it('shows nothing of what it holds', () => {
    const sealed = sealMapping(mapping, key, nonce);
    const bytes = Buffer.from(sealed.slice(3), 'base64url').toString('utf8');
    for (const secret of ['NAME', 'Nguy', '0912']) {
      expect(sealed).not.toContain(secret);
      expect(bytes).not.toContain(secret);
    }
  });

  it('stays closed to another key', () => {
    expect(openMapping(sealMapping(mapping, key, nonce), new Uint8Array(KEY_BYTES).fill(8))).toBeNull();
  });

  it('stays closed when any of its bytes was changed, or some are missing', () => {
    const sealed = sealMapping(mapping, key, nonce);
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(openMapping(`v1.${changed.toString('base64url')}`, key)).toBeNull();
      expect(openMapping(`v1.${bytes.subarray(0, i).toString('base64url')}`, key)).toBeNull();
    }
    expect(openMapping(sealed.replace('v1.', 'v2.'), key)).toBeNull();
    expect(openMapping('', key)).toBeNull();
  });
});
