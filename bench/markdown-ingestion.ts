import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPrincipal } from '../src/app/auth/demo-principals.ts';
import { compose } from '../src/app/compose.ts';
import { loadConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { IngestSettings, type UploadedFile } from '../src/domain/ingest-job.ts';
import { syntheticCorpus } from './synthetic-corpus.ts';

const FILES_A_JOB = 100;

export interface IngestionSpeed {
  files: number;
  passages: number;
  seconds: number;
  passages_per_second: number;
}

/** Markdown files through the job queue into the embedded database, from the upload to the last passage found. */
export async function benchMarkdownIngestion(passages = 5_000): Promise<IngestionSpeed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-bench-'));
  const config = {
    ...loadConfig(),
    GALEN_DATA_DIR: dataDir,
    GALEN_EMBED_MODEL: 'hash' as const,
    GALEN_SAMPLE_KNOWLEDGE: 'off' as const,
  };
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    const files: UploadedFile[] = [];
    let planned = 0;
    for (const { document, passages: cut } of syntheticCorpus().documents()) {
      if (planned >= passages) break;
      planned += cut.length;
      const text = `# ${document.title}\n\n${document.text}\n`;
      files.push({ name: `${document.id}.md`, bytes: new TextEncoder().encode(text) });
    }
    const principal = demoPrincipal(undefined);
    const began = performance.now();
    galen.ingestion.startWork({ soleOwner: true });
    for (let i = 0; i < files.length; i += FILES_A_JOB) {
      const settings = IngestSettings.parse({ collection: 'bench', scope: 'public' });
      const id = await galen.ingestion.add(principal, settings, files.slice(i, i + FILES_A_JOB));
      for (;;) {
        const job = await galen.jobs.get(principal, id);
        if (job?.finished_at) {
          if (job.progress.failed.length > 0) throw new Error(job.progress.failed[0]?.reason);
          break;
        }
        await sleep(20);
      }
    }
    const seconds = (performance.now() - began) / 1_000;
    const stored = (await galen.passages.count(principal.tenant_id)).passages;
    return {
      files: files.length,
      passages: stored,
      seconds: Number(seconds.toFixed(1)),
      passages_per_second: Math.round(stored / seconds),
    };
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
