import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEY_BYTES } from '../front/pii/seal-names.ts';
import { readInstallationKey } from './installation-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'galen-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const newKey = () => randomBytes(KEY_BYTES);

it('makes a key once and gives the same one ever after', () => {
  const first = readInstallationKey({ dataDir, newKey });
  expect(first).toHaveLength(KEY_BYTES);
  expect(readInstallationKey({ dataDir, newKey })).toEqual(first);
});

it('lets nobody but its owner read the key', () => {
  readInstallationKey({ dataDir, newKey });
  expect(statSync(join(dataDir, 'installation.key')).mode & 0o777).toBe(0o600);
});

it('refuses a key of another length rather than make a new one', () => {
  writeFileSync(join(dataDir, 'installation.key'), 'short');
  expect(() => readInstallationKey({ dataDir, newKey })).toThrow(/32 bytes/u);
});

it('makes the folder it needs, and says when there can be none', () => {
  expect(readInstallationKey({ dataDir: join(dataDir, 'absent'), newKey })).toHaveLength(KEY_BYTES);
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(() => readInstallationKey({ dataDir: join(file, 'folder'), newKey })).toThrow(/ENOTDIR/u);
});
