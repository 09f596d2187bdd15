import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GalenProcess, startGalenProcess } from '../src/app/testing/galen-process.ts';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import { Answer } from '../src/domain/answer.ts';

const BIN = fileURLToPath(new URL('../bin/galen.mjs', import.meta.url));
const QUESTION = 'What are the side effects of metformin?';

let folder: string;
let server: GalenProcess;
beforeAll(async () => {
  folder = await readyFolder();
  server = await startGalenProcess(folder);
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function galen(words: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, GALEN_DATA_DIR: folder, GALEN_EMBED_MODEL: 'hash', ...settings };
    execFile(process.execPath, [BIN, ...words], { env, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** A FHIR server that promises patients and nothing else. */
async function startLackingServer(): Promise<{ url: string; close(): Promise<void> }> {
  const statement = {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-01-01',
    kind: 'instance',
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [{ mode: 'server', resource: [{ type: 'Patient', interaction: [{ code: 'read' }] }] }],
  };
  const http = createServer((_, response) => {
    response.setHeader('content-type', 'application/fhir+json').end(JSON.stringify(statement));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // A cast, because a server that listens on a port has such an address.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => http.close(() => resolve())),
  };
}

describe('galen, beside a running server', () => {
  it('asks, and prints the answer with its numbered sources', async () => {
    const { code, stdout } = await galen(['ask', '--flow', 'evidence', QUESTION]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/diarrhoea.*\[1\]/u);
    expect(stdout).toMatch(/Sources\n {2}\[1\] .*[Mm]etformin/u);
    expect(stdout).toMatch(/No language model is set up/u);
  });

  it('prints the same envelope as HTTP with --json, and stores it where the server finds it', async () => {
    const { stdout } = await galen(['ask', '--json', '--flow', 'evidence', QUESTION]);
    const answer = Answer.parse(JSON.parse(stdout));
    const run = await fetch(`${server.url}/v1/runs/${answer.id}`);
    expect(await run.json()).toMatchObject({ status: 'done', answer });
  });

  it('takes options before and after the question', async () => {
    const { code, stdout } = await galen([
      'ask',
      '--source-type',
      'pubmed,guidelines',
      QUESTION,
      '--min-evidence-level',
      '2',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/metformin/iu);
  });

  it('ends with a code that means something', async () => {
    expect((await galen(['ask', 'How do I fix a bicycle tyre?'])).code).toBe(3);
    expect((await galen(['ask', '?'])).code).toBe(2);
    expect((await galen(['ask', '--as', 'nobody', QUESTION])).code).toBe(2);
    expect((await galen(['ask', '--flow', 'oracle', QUESTION])).code).toBe(2);
    expect((await galen(['divine'])).code).toBe(2);
    expect((await galen(['ask', QUESTION], { GALEN_MODEL: 'nonsense' })).code).toBe(2);
  });

  it('names the owner of the folder to a second server', async () => {
    const second = await galen(['serve'], { GALEN_PORT: '0' });
    expect(second.code).toBe(4);
    expect(second.stderr).toContain(`process ${server.pid}`);
  });

  it('searches, checks itself, draws its flows and verifies the audit chain', async () => {
    expect((await galen(['search', 'aspirin pre-eclampsia'])).stdout).toMatch(/ASPRE/u);
    expect((await galen(['doctor'])).stdout).toMatch(/Database +attached, answers/u);
    expect((await galen(['doctor', '--flows'])).stdout).toMatch(/retrieveEvidence/u);
    const verified = await galen(['audit', 'verify']);
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(/demo: \d+ entries, intact/u);
  });

  it('proposes a write with what speaks against it, and decides on what was shown only', async () => {
    const asked = [
      'ask',
      '--as',
      'clinician',
      '--patient',
      'gal-0004',
      'Prescribe amoxicillin 500 mg three times daily',
    ];
    const { stdout } = await galen(asked);
    expect(stdout).toContain('Nothing has been written yet.');
    expect(stdout).toMatch(/contraindicated: Allergy to Penicillin/u);
    const [, run = '', call = '', seen = ''] =
      /^galen approvals approve (\S+) (\S+) --seen ([0-9a-f]{12})$/mu.exec(stdout) ?? [];
    const decide = (decision: string, ...more: string[]) =>
      galen(['approvals', decision, run, call, '--as', 'clinician', ...more]);

    expect((await decide('approve')).stderr).toMatch(/--seen/u);
    expect((await decide('approve', '--seen', '0'.repeat(12), '--reason', 'r')).code).toBe(2);
    const unreasoned = await decide('approve', '--seen', seen);
    expect(unreasoned.code).toBe(2);
    expect(unreasoned.stderr).toMatch(/needs a written reason/u);
    const edited = await decide('edit', '--seen', seen, '--set', 'dose=250 mg');
    expect(edited.stdout).toMatch(/amoxicillin 250 mg.*: pending/u);
    // What was seen is not what is there now.
    expect((await decide('reject', '--seen', seen, '--reason', 'allergic')).code).toBe(2);
    const now = /--seen ([0-9a-f]{12})/u.exec(edited.stdout)?.[1] ?? '';
    const rejected = await decide('reject', '--seen', now, '--reason', 'allergic');
    expect(rejected.stdout).toMatch(/: rejected/u);
    expect((await galen(['approvals', '--as', 'clinician'])).stdout).toBe('Nothing waits for a decision.\n');
  });

  it('says what a FHIR server lacks, or that it is away, and ends with a code that tells', async () => {
    const away = await galen(['doctor'], {
      GALEN_FHIR_URL: 'http://127.0.0.1:9/fhir',
      GALEN_FHIR_AUTH: 'none',
    });
    expect(away.code).toBe(4);
    expect(away.stdout).toMatch(/Chart +The chart server is not responding/u);
    const lacking = await startLackingServer();
    try {
      const { code, stdout } = await galen(['doctor'], {
        GALEN_FHIR_URL: lacking.url,
        GALEN_FHIR_AUTH: 'none',
      });
      expect(code).toBe(4);
      expect(stdout).toMatch(/Chart .*lacks .*MedicationRequest/u);
    } finally {
      await lacking.close();
    }
  });

  it('searches by filters, and explains the places', async () => {
    const words = ['search', 'aspirin pre-eclampsia', '--collection', 'literature', '--explain'];
    const { stdout } = await galen([...words, '--year-from', '2017', '--year-to', '2017']);
    expect(stdout).toMatch(/ASPRE/u);
    expect(stdout).toMatch(/^ *bm25 +cosine .* final +passage +matched terms\n(?: *[\d.]+ ){8}.*aspirin/mu);
    expect((await galen([...words, '--topic', 'none, such', '--topic', 'other'])).code).toBe(3);
    expect((await galen([...words, '--year-from', '2018', '--year-to', '2017'])).code).toBe(2);
  });

  it('measures search with the options of the suite', async () => {
    const help = await galen(['eval', 'retrieval', '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(/Usage: galen eval retrieval.*--split/su);
    expect((await galen(['eval', 'retrieval', '--set', 'none'])).code).toBe(2);
  });

  it.each([['ask'], ['search'], ['ingest'], ['serve'], ['eval'], ['doctor'], ['audit']])(
    'explains %s',
    async (command) => {
      const { code, stdout } = await galen([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/Usage: galen/u);
    },
  );
});

describe('galen in an empty folder, with nothing set', () => {
  it('answers from ./data', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'galen-newcomer-'));
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('GALEN_')),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [BIN, 'ask', QUESTION], { cwd, env });
    expect(stdout).toMatch(/diarrhoea/u);
    expect(await readdir(join(cwd, 'data'))).toContain('postgres');
    await rm(cwd, { recursive: true, force: true });
  });
});
