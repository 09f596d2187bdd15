import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zoneClock } from '../../language/timezone.ts';
import type { LogQuery } from '../log-source.port.ts';
import { createLogFolder, readLineTime } from './log-folder.ts';

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
  createLogFolder({ folder, tenantId: 't', timeZone: 'Asia/Ho_Chi_Minh' }).search({
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
    expect((await search()).lines.map(({ source, number }) => `${source}:${number}`)).toEqual([
      'a.log:2',
      'a.log:1',
    ]);
  });

  it('keeps to the time that is asked for', async () => {
    const from = Date.parse('2026-01-02T00:00:00Z');
    expect((await search({ from })).lines.map(({ number }) => number)).toEqual([2]);
    expect((await search({ to: from })).lines.map(({ number }) => number)).toEqual([1]);
  });

  it('counts the lines that state no time, where one is asked for', async () => {
    const from = Date.parse('2026-01-02T00:00:00Z');
    writeFileSync(join(folder, 'plain.log'), 'login failed\nlogin failed again\nlogin ok\n');
    expect(await search({ from })).toMatchObject({ total: 1, undated: 2 });
    expect(await search()).toMatchObject({ total: 4, undated: 0 });
  });

  it('orders and dates lines by when they were, whichever offset they name', async () => {
    const lines = [
      '2026-01-03T01:00:00+07:00 login failed first, at 18:00 UTC',
      '2026-01-02 20:00:00Z login failed third',
      '2026-01-03 02:00:00 login failed second, by the clock of the house',
    ];
    writeFileSync(join(folder, 'a.log'), lines.join('\n'));
    const numbers = async (part: Partial<LogQuery>) => (await search(part)).lines.map(({ number }) => number);
    expect(await numbers({})).toEqual([2, 3, 1]);
    expect(await numbers({ from: Date.parse('2026-01-02T19:00:00Z') })).toEqual([2, 3]);
    expect(await numbers({ to: Date.parse('2026-01-02T19:00:00Z') - 1 })).toEqual([1]);
  });

  it('gives no more than it is asked for, and tells how many there are', async () => {
    const { lines, total } = await search({ limit: 1 });
    expect([lines.length, total]).toEqual([1, 2]);
  });

  it('counts no total where it searched only the end of a file', async () => {
    const long = join(folder, 'long.log');
    writeFileSync(long, `${'x'.repeat(99)}\n`.repeat(45_000));
    expect((await search()).total).toBeNull();
    rmSync(long);
  });

  it('gives each tenant its own lines and nobody else’s', async () => {
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'b.log'), '2026-01-03T10:00:00Z login failed at the other house\n');
    const texts = async (tenant_id: string) => (await search({ tenant_id })).lines.map(({ text }) => text);
    expect(await texts('other')).toEqual(['2026-01-03T10:00:00Z login failed at the other house']);
    expect((await texts('t')).join()).not.toContain('other house');
    for (const stranger of ['third', '..', '.', '', 'other/..', 'a.log'])
      expect(await texts(stranger)).toEqual([]);
  });

  it('follows no link out of the folder', async () => {
    const outside = join(tmpdir(), `galen-outside-${process.pid}.txt`);
    writeFileSync(outside, 'login failed outside\n');
    symlinkSync(outside, join(folder, 'link.log'));
    expect((await search()).lines).toHaveLength(2);
    rmSync(outside);
  });

  it('fails when the folder does', async () => {
    await expect(
      createLogFolder({ folder: join(folder, 'none'), tenantId: 't', timeZone: 'UTC' }).search({
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

/** New Year's Day of 2027 in Hanoi. */
const WRITTEN = Date.parse('2027-01-01T06:00:00+07:00');
const HANOI = zoneClock('Asia/Ho_Chi_Minh');

describe('the time of a log line', () => {
  it.each([
    ['2026-11-14T22:10:00Z login', '2026-11-14T22:10:00.000Z'],
    ['[2026-11-14 22:10:00 UTC] login', '2026-11-14T22:10:00.000Z'],
    ['2026-11-14T22:10:00+07:00 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14T22:10:00.123456-0330 login', '2026-11-15T01:40:00.123Z'],
    ['2026-11-14 22:10:00 +0700 login', '2026-11-14T15:10:00.000Z'],
    // By the clock of the house, whatever that of the machine is.
    ['2026-11-14 22:10:00 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14T22:10:00,250 login', '2026-11-14T15:10:00.250Z'],
    ['2026-11-14 22:10 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14 22:10:00 -1 attempts left', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14 22:10:00 zone full', '2026-11-14T15:10:00.000Z'],
    ['10.0.0.1 - - [14/Nov/2026:22:10:00 +0700] "GET /login"', '2026-11-14T15:10:00.000Z'],
    // Without a year it is the last such day before the file was written.
    ['Nov 14 22:10:00 host sshd[1]: failed', '2026-11-14T15:10:00.000Z'],
    ['<34>Jan  1 05:10:00 host sshd[1]: failed', '2026-12-31T22:10:00.000Z'],
  ])('%s', (line, expected) => {
    expect(new Date(readLineTime(line, HANOI, WRITTEN)?.at ?? 0).toISOString()).toBe(expected);
  });

  it('is none where the line begins with none', () => {
    expect(readLineTime('login failed at 2026-11-14T22:10:00Z', HANOI, WRITTEN)).toBeNull();
    expect(readLineTime('March of the users: login failed', HANOI, WRITTEN)).toBeNull();
  });
});
