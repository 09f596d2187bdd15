import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogQuery } from '../log-source.port.ts';
import { createLogFolder } from './log-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galen-logs-'));
  writeFileSync(
    join(folder, 'a.log'),
    '2026-01-01T10:00:00Z login failed\n2026-01-02T10:00:00Z LOGIN FAILED again\nlogin ok\n',
  );
  writeFileSync(join(folder, 'notes.txt'), 'login failed in a note\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const search = (part: Partial<LogQuery> = {}) =>
  createLogFolder({ folder, tenantId: 't' }).search({
    tenant_id: 't',
    words: [['login'], ['fail']],
    from: null,
    to: null,
    limit: 10,
    signal: new AbortController().signal,
    ...part,
  });

describe('createLogFolder', () => {
  it('finds lines that hold a word of each group, the newest first', async () => {
    expect((await search()).map(({ source, number }) => `${source}:${number}`)).toEqual([
      'a.log:2',
      'a.log:1',
    ]);
  });

  it('keeps to the time that is asked for', async () => {
    const from = Date.parse('2026-01-02T00:00:00Z');
    expect((await search({ from })).map(({ number }) => number)).toEqual([2]);
    expect((await search({ to: from })).map(({ number }) => number)).toEqual([1]);
  });

  it('gives no more than it is asked for', async () => {
    expect(await search({ limit: 1 })).toHaveLength(1);
  });

  it('gives each tenant its own lines and nobody else’s', async () => {
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'b.log'), '2026-01-03T10:00:00Z login failed at the other house\n');
    const texts = async (tenant_id: string) => (await search({ tenant_id })).map(({ text }) => text);
    expect(await texts('other')).toEqual(['2026-01-03T10:00:00Z login failed at the other house']);
    expect((await texts('t')).join()).not.toContain('other house');
    for (const stranger of ['third', '..', '.', '', 'other/..', 'a.log'])
      expect(await texts(stranger)).toEqual([]);
  });

  it('follows no link out of the folder', async () => {
    const outside = join(tmpdir(), `galen-outside-${process.pid}.txt`);
    writeFileSync(outside, 'login failed outside\n');
    symlinkSync(outside, join(folder, 'link.log'));
    expect(await search()).toHaveLength(2);
    rmSync(outside);
  });

  it('fails when the folder does', async () => {
    await expect(
      createLogFolder({ folder: join(folder, 'none'), tenantId: 't' }).search({
        tenant_id: 't',
        words: [],
        from: null,
        to: null,
        limit: 1,
        signal: new AbortController().signal,
      }),
    ).rejects.toThrow();
  });
});
