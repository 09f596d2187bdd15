import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpFolder } from './back-up-folder.ts';

describe('backing up the folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'galen-test-'));
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18');
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps the three newest copies, whatever their migrations are called, and no half-made one', () => {
    mkdirSync(join(dataDir, 'backups', 'killed-in-the-middle.partial'), { recursive: true });
    const versions = ['0001-z', '0002-y', '0003-x', '0004-w', '0005-v'];
    for (const [i, from] of versions.entries()) {
      backUpFolder(dataDir, { from, to: 'next', at: Date.UTC(2026, 0, 1, 0, 0, i) });
    }
    expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([
      '0003-x-next-20260101T000002000Z',
      '0004-w-next-20260101T000003000Z',
      '0005-v-next-20260101T000004000Z',
    ]);
  });

  it('says where the copy is', () => {
    const backup = backUpFolder(dataDir, { from: 'a', to: 'b', at: 0 });
    expect(readFileSync(join(backup, 'PG_VERSION'), 'utf8')).toBe('18');
  });
});
