import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFhirServer } from '../testing/fhir-server.ts';
import { type FhirSettings, openFhirChart } from './open-chart.ts';

const SETTINGS: FhirSettings = {
  url: 'http://127.0.0.1:9/fhir',
  auth: 'none',
  clientId: undefined,
  apiKey: undefined,
  privateKeyFile: undefined,
  keyId: undefined,
  tokenUrl: undefined,
  scope: undefined,
  tenantId: 'demo',
  timeoutMs: 1_000,
};
const open = (part: Partial<FhirSettings>) =>
  openFhirChart({ ...SETTINGS, ...part }, { clock: Date.now, newId: randomUUID });

describe('the settings of a FHIR server', () => {
  it.each<[Partial<FhirSettings>, RegExp]>([
    [{ auth: 'bearer' }, /GALEN_FHIR_API_KEY: needed/u],
    [{ auth: 'client-credentials', apiKey: 'hunter2' }, /GALEN_FHIR_CLIENT_ID: needed/u],
    [{ auth: 'client-credentials', clientId: 'x' }, /GALEN_FHIR_API_KEY: needed/u],
    [{ auth: 'private-key-jwt', clientId: 'x' }, /GALEN_FHIR_PRIVATE_KEY_FILE: needed/u],
    [{ auth: 'private-key-jwt', clientId: 'x', privateKeyFile: '/nowhere' }, /cannot be read/u],
    [{ url: 'http://me:hunter2@127.0.0.1:9/fhir' }, /leave credentials out/u],
  ])('are refused when they cannot work: %j', async (part, problem) => {
    const failure = await open(part).then(String, (error: unknown) => error);
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(problem) });
    expect(String(failure)).not.toContain('hunter2');
  });

  it('lead to the server, with or without a slash at the end', async () => {
    const server = await startFhirServer({ kind: 'bearer', token: 'let-me-in' });
    for (const url of [server.url, `${server.url}/`]) {
      const chart = await open({ url, auth: 'bearer', apiKey: 'let-me-in' });
      expect(await chart.capability()).toMatchObject({
        server: expect.stringContaining(server.origin),
        missing: [],
      });
    }
    await server.close();
  });

  it('are not tried before they are needed: a server may be away when Galen starts', async () => {
    const chart = await open({});
    await expect(chart.capability()).rejects.toMatchObject({ code: 'CHART_UNAVAILABLE' });
  });

  it('with a file that is no key are refused at the first question, without a word of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galen-key-'));
    const privateKeyFile = join(folder, 'key.pem');
    await writeFile(privateKeyFile, 'hunter2');
    const chart = await open({
      auth: 'private-key-jwt',
      clientId: 'x',
      privateKeyFile,
      tokenUrl: 'http://127.0.0.1:9/token',
    });
    const failure = await chart.capability().then(String, (error: unknown) => error);
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(String(failure)).not.toContain('hunter2');
    await rm(folder, { recursive: true });
  });
});
