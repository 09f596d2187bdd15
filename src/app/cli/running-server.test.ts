import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { announceServer, findServer } from './running-server.ts';

let folder: string;
let http: Server;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galen-running-'));
  vi.stubEnv('GALEN_DATA_DIR', folder);
  http = createServer((request, response) => {
    response.setHeader('x-galen-instance', 'this-one');
    if (request.url === '/refuse') {
      response.statusCode = 422;
      response.end('{"error":{"code":"QUERY_TOO_SHORT","message":"Too short.","retryable":false}}');
    } else response.end(JSON.stringify({ path: request.url, as: request.headers['x-galen-as'] ?? null }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // A cast, because a server that listens on a port has such an address.
  port = (http.address() as AddressInfo).port;
});
afterEach(async () => {
  await new Promise((resolve) => http.close(resolve));
  rmSync(folder, { recursive: true });
});

const announce = (instance = 'this-one', settings = {}) =>
  announceServer(loadConfig({ GALEN_DATA_DIR: folder, ...settings }), { port, instance });

describe('the running server of a data folder', () => {
  it('is found while it is announced, and asked in the name of the asker', async () => {
    expect(await findServer('clinician')).toBeNull();
    const withdraw = announce();
    const server = await findServer('clinician');
    const told = z.object({ path: z.string(), as: z.string() });
    expect(await server?.get('/v1/x', told)).toEqual({ path: '/v1/x', as: 'clinician' });
    withdraw();
    expect(await findServer('clinician')).toBeNull();
  });

  it('is not taken for another that has its port now, nor for one that is gone', async () => {
    announce('another');
    expect(await findServer(undefined)).toBeNull();
    announceServer(loadConfig({ GALEN_DATA_DIR: folder }), { port: 9, instance: 'this-one' });
    expect(await findServer(undefined)).toBeNull();
    writeFileSync(join(folder, 'server.json'), 'nonsense');
    expect(await findServer(undefined)).toBeNull();
  });

  it('answers with its own settings, but not where a command was given different ones', async () => {
    announce('this-one', { GALEN_MODEL: 'ollama/served', GALEN_OPENAI_API_KEY: 'secret' });
    expect(await findServer(undefined)).not.toBeNull();
    vi.stubEnv('GALEN_MODEL', 'ollama/served');
    vi.stubEnv('GALEN_LOG_LEVEL', 'error');
    expect(await findServer(undefined)).not.toBeNull();
    vi.stubEnv('GALEN_MODEL', 'ollama/other');
    expect(await findServer(undefined)).toBeNull();
  });

  it('is announced to its owner alone, without its keys', async () => {
    announce('this-one', { GALEN_OPENAI_API_KEY: 'secret' });
    const file = join(folder, 'server.json');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
  });

  it('takes back its own word only', async () => {
    const withdrawFirst = announce('first');
    announce('second');
    withdrawFirst();
    expect(existsSync(join(folder, 'server.json'))).toBe(true);
  });

  it('refuses as the command would: its message, and the exit code of its error', async () => {
    announce();
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await findServer(undefined);
    expect(await server?.post('/refuse', {}, z.unknown())).toBeNull();
    const code = process.exitCode;
    process.exitCode = 0;
    expect(code).toBe(2);
    expect(write.mock.calls.join('')).toBe('galen: Too short. (QUERY_TOO_SHORT)\n');
  });
});
