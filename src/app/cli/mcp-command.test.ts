import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolResult } from '../../tools/tools.port.ts';
import { readyFolder } from '../testing/ready-folder.ts';

const PROCESS = fileURLToPath(new URL('../testing/mcp-process.ts', import.meta.url));

let folder: string;
let client: Client;
let transport: StdioClientTransport;
beforeAll(async () => {
  folder = await readyFolder();
  transport = startedIn(folder, 'ignore');
  client = new Client({ name: 'test', version: '0' });
  await client.connect(transport, { timeout: 280_000 });
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

describe('galen mcp', () => {
  it('offers the tools that only read over standard input and output', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_patient');
    expect(tools.map(({ name }) => name)).not.toContain('prescribe_medication');
  });

  it('runs them on behalf of the one it was started for, with everything outside off', async () => {
    const found = await client.callTool({
      name: 'get_clinical_guideline',
      arguments: { query: 'metformin kidney limits' },
    });
    expect(ToolResult.parse(found.structuredContent)).toMatchObject({ status: 'ok' });
    const drug = await client.callTool({ name: 'check_drug_safety', arguments: { drug: 'warfarin' } });
    expect(drug.structuredContent).toMatchObject({
      status: 'ok',
      unchecked: { en: 'What openFDA says was not read: it is switched off here.' },
    });
    const papers = await client.callTool({ name: 'search_medical_literature', arguments: { query: 'gout' } });
    expect(papers.structuredContent).toMatchObject({ status: 'unavailable', reason: 'switched-off' });
  });

  it('answers the opening before anything is loaded, and ends with what keeps it from loading', async () => {
    // No folder of data can be made below a file.
    const broken = new Client({ name: 'test', version: '0' });
    let said = '';
    const at = startedIn(`${PROCESS}/data`, 'pipe');
    at.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = new Promise<void>((resolve) => {
      broken.onclose = resolve;
    });
    await broken.connect(at, { timeout: 60_000 });
    expect(broken.getServerVersion()?.name).toBe('galen');
    await ended;
    await expect.poll(() => said).toContain('galen: ');
  }, 60_000);

  it('ends when its client leaves', async () => {
    const pid = transport.pid ?? 0;
    await client.close();
    await expect.poll(() => isAlive(pid), { timeout: 120_000 }).toBe(false);
  });
});

function startedIn(dataDir: string, stderr: 'ignore' | 'pipe'): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', PROCESS, '--as', 'clinician'],
    env: {
      GALEN_DATA_DIR: dataDir,
      GALEN_EMBED_MODEL: 'hash',
      GALEN_RERANK_MODEL: 'words',
      GALEN_LOG_LEVEL: 'silent',
      PATH: process.env.PATH ?? '',
    },
    stderr,
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
}
