import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import { compose, type Galen } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { IngestSettings } from '../../src/domain/ingest-job.ts';
import type { Corpus } from './measure.ts';

export interface CorpusOptions {
  corpus: Corpus;
  /** For foreign: a file of JSON lines with title and text. */
  topics?: string;
  /** As GALEN_EMBED_MODEL. */
  embed?: string;
}

/**
 * A Galen with nothing but its own rules and models, over the sample or over topics added as a user would. With
 * GALEN_EVAL_DATA a corpus is indexed once and kept in a folder there.
 */
export async function withCorpus<Result>(
  { corpus, topics, embed }: CorpusOptions,
  use: (galen: Galen) => Promise<Result>,
): Promise<Result> {
  const kept = process.env.GALEN_EVAL_DATA;
  const dataDir =
    kept === undefined
      ? mkdtempSync(join(tmpdir(), 'galen-eval-'))
      : join(kept, `${corpus === 'staff' ? 'sample' : corpus}-${embed ?? 'own'}`);
  mkdirSync(dataDir, { recursive: true });
  const isAdded = join(dataDir, 'topics-added');
  const config = loadConfig({
    GALEN_DATA_DIR: dataDir,
    // How busy the machine is, is not what is measured.
    GALEN_RERANK_TIMEOUT_MS: '60000',
    ...(embed === undefined ? {} : { GALEN_EMBED_MODEL: embed }),
  });
  const galen = await compose({ config, log: createLog('error'), attach: false, isLongLived: true });
  try {
    if (corpus === 'foreign' && !existsSync(isAdded)) {
      await addTopics(galen, topics);
      writeFileSync(isAdded, '');
    }
    await galen.indexed();
    return await use(galen);
  } finally {
    await galen.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** As a user adds files: no source type, no evidence level. */
async function addTopics(galen: Galen, file: string | undefined): Promise<void> {
  if (file === undefined || !existsSync(file)) {
    throw new Error('foreign needs --topics: a file of JSON lines with title and text');
  }
  const topics: { title: string; text: string }[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  galen.ingestion.startWork({ soleOwner: galen.database.soleOwner });
  const owner = demoPrincipal(undefined);
  const settings = IngestSettings.parse({ collection: 'topics', scope: 'public' });
  for (let i = 0; i < topics.length; i += 100) {
    const files = topics.slice(i, i + 100).map(({ title, text }, j) => ({
      name: `topic-${i + j}.md`,
      bytes: Buffer.from(`# ${title}\n\n${text}\n`),
    }));
    const id = await galen.ingestion.add(owner, settings, files);
    while ((await galen.jobs.get(owner, id))?.finished_at === null) await sleep(200);
  }
}
