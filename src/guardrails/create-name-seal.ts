import type { NameSeal } from './name-seal.port.ts';
import { openMapping, sealMapping } from './seal-mapping.ts';

/** The `NameSeal` port by the installation's key, which is asked for when the first flow needs it. */
export function createNameSeal({
  readKey,
  newNonce,
}: {
  readKey: () => Uint8Array;
  newNonce: () => Uint8Array;
}): NameSeal {
  let key: Uint8Array | undefined;
  const keyOnce = () => {
    key ??= readKey();
    return key;
  };
  return {
    seal: (names) => sealMapping(names, keyOnce(), newNonce()),
    open: (sealed) => openMapping(sealed, keyOnce()),
  };
}
