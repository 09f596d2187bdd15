import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { outsideApisOf, readMcpServers } from './open-tools.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galen-mcp-servers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: unknown): Promise<string> {
  const path = join(folder, 'servers.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const SERVER = {
  name: 'pharmacy',
  transport: { type: 'http', url: 'https://pharmacy.example/mcp' },
  tools: ['stock'],
};

describe('further MCP servers', () => {
  it('are none without a file', async () => {
    expect(await readMcpServers(undefined)).toEqual([]);
  });

  it('are for clinicians and are sent no names unless the file says otherwise', async () => {
    expect(await readMcpServers(await fileOf({ servers: [SERVER] }))).toMatchObject([
      { name: 'pharmacy', audiences: ['clinician'], may_hear_identifiers: false, tools: ['stock'] },
    ]);
  });

  it.each([
    ['is not there', null, /cannot be read \(ENOENT\)/u],
    ['is no JSON', '{"servers": [{"headers": "Bearer hunter2"', /is not valid JSON$/u],
    ['allows no tool', { servers: [{ ...SERVER, tools: [] }] }, /servers\.0\.tools/u],
    ['has a misspelt key', { servers: [{ ...SERVER, tool: ['x'] }] }, /servers\.0/u],
    ['names two servers alike', { servers: [SERVER, SERVER] }, /same name/u],
    [
      'has a name that would hide a tool of Galen’s',
      { servers: [{ ...SERVER, name: 'a.b' }] },
      /servers\.0\.name/u,
    ],
  ])('are refused when the file %s', async (_name, content, problem) => {
    const path = content === null ? join(folder, 'missing.json') : await fileOf(content);
    await expect(readMcpServers(path)).rejects.toThrow(problem);
    await expect(readMcpServers(path)).rejects.not.toThrow(/hunter2/u);
  });
});

describe('the services outside', () => {
  const addresses = (settings: Record<string, string>) =>
    Object.values(outsideApisOf(loadConfig(settings))).map(({ baseUrl }) => baseUrl);

  it('are all off unless they are switched on', () => {
    expect(new Set(addresses({}))).toEqual(new Set([null]));
    expect(addresses({ GALEN_OPENFDA_URL: 'https://mirror.example' })).not.toContain(
      'https://mirror.example',
    );
  });

  it('are then at their public addresses, or where the settings say, or off one by one', () => {
    const settings = {
      GALEN_OUTSIDE_APIS: 'on',
      GALEN_CTGOV_URL: 'off',
      GALEN_RXNORM_URL: 'http://rxnav.internal/REST',
    };
    expect(addresses(settings)).toEqual([
      'https://api.fda.gov',
      'http://rxnav.internal/REST',
      'https://www.ebi.ac.uk/europepmc/webservices/rest',
      'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
      null,
    ]);
  });

  it('may be asked more often with a key where the service allows it', () => {
    const { pubmed, openfda } = outsideApisOf(
      loadConfig({ GALEN_OUTSIDE_APIS: 'on', GALEN_NCBI_API_KEY: 'k' }),
    );
    expect(pubmed).toMatchObject({ apiKey: 'k', rate: { requests: 10, perMs: 1_000 } });
    expect(openfda.rate).toEqual({ requests: 240, perMs: 60_000 });
  });
});
