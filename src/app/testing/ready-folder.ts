import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDataDir } from '../../records/testing/test-database.ts';
import { compose } from '../compose.ts';
import { loadConfig } from '../config.ts';
import { createLog } from '../log.ts';

type Settings = Readonly<Record<string, string>>;

/** Settings by which a first start stores something else, or elsewhere. */
const STORED_OTHERWISE = /^GALEN_(?:CHUNK|DATABASE|EMBED|FHIR|QDRANT)_/u;

/**
 * A temporary data folder as a first start with these settings leaves it. Such a start takes seconds: of each kind, the
 * first test of the run to want it makes it once, and all get copies. Whoever tests the first start itself begins with
 * an empty folder instead.
 */
export async function readyFolder(settings: Settings = {}): Promise<string> {
  const templates = process.env.GALEN_TEST_TEMPLATES;
  // Outside a run of tests there is nobody to share with.
  if (templates === undefined || Object.keys(settings).some((name) => STORED_OTHERWISE.test(name)))
    return freshDataDir();
  const knowledge = settings.GALEN_SAMPLE_KNOWLEDGE ?? 'on';
  const template = join(templates, `knowledge-${knowledge}`);
  await makeOnce(template, knowledge);
  const folder = mkdtempSync(join(tmpdir(), 'galen-test-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

async function makeOnce(template: string, knowledge: string): Promise<void> {
  const claim = `${template}.claim`;
  while (!existsSync(template)) {
    if (isClaimed(claim)) {
      await sleep(100);
      continue;
    }
    try {
      if (!existsSync(template)) renameSync(await firstStart(knowledge), template);
    } finally {
      rmdirSync(claim);
    }
  }
}

/** Whether another test process makes it already; if not, this one has the claim now. */
function isClaimed(claim: string): boolean {
  try {
    mkdirSync(claim);
    return false;
  } catch {
    return true;
  }
}

async function firstStart(knowledge: string): Promise<string> {
  const folder = await freshDataDir();
  const config = loadConfig({
    GALEN_DATA_DIR: folder,
    GALEN_SAMPLE_KNOWLEDGE: knowledge,
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
  });
  const galen = await compose({ config, log: createLog('silent'), attach: false });
  await galen.close();
  return folder;
}
