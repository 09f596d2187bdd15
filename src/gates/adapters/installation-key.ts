import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from '../front/pii/seal-names.ts';

const FILE = 'installation.key';

/** The key of this installation, from its data folder; the first to ask makes it. Whoever has the folder has the key. */
export function readInstallationKey({
  dataDir,
  newKey,
}: {
  dataDir: string;
  newKey: () => Uint8Array;
}): Uint8Array {
  // With a database server of its own there may be no folder yet.
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, FILE);
  try {
    // Fails when the file is there: of two that start at once, one makes the key and both read it.
    writeFileSync(path, newKey(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(path);
  // A short key would weaken every seal, and a new one would make the old seals unreadable.
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes.`);
  return key;
}
