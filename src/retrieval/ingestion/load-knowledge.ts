import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { CHUNKER_VERSION, type ChunkSettings, chunkDocument } from './chunk-document.ts';
import { readMarkdown } from './read-markdown.ts';

/** The collection the sample literature and guidelines go into. */
export const SAMPLE_COLLECTION = 'literature';

/** Documents stored in one transaction. */
const BATCH = 200;

export interface KnowledgeReport {
  loaded: number;
  unchanged: number;
  removed: number;
}

/** Brings the index in line with a folder of Markdown: new and changed files go in, vanished ones go out. */
export async function loadKnowledge(options: {
  folder: string;
  tenantId: string;
  index: PassageIndex;
  chunking: ChunkSettings;
  clock: Clock;
  onProgress?: (done: number, total: number) => void;
}): Promise<KnowledgeReport> {
  const { folder, tenantId, index, onProgress } = options;
  const stored = await index.fingerprints(tenantId, SAMPLE_COLLECTION);
  const files = (await readdir(folder, { recursive: true })).filter(isKnowledgeFile).sort();
  const seen = new Set<string>();
  const batch: StoredDocument[] = [];
  const report: KnowledgeReport = { loaded: 0, unchanged: 0, removed: 0 };

  for (const [position, file] of files.entries()) {
    const content = await readFile(join(folder, file), 'utf8');
    const fingerprint = fingerprintOf(content, options.chunking);
    const { id, topic, translation_of, doi, ...document } = readMarkdown(file, content);
    if (seen.has(id)) {
      throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `another file has the id ${id}` });
    }
    seen.add(id);
    if (stored.get(id) === fingerprint) report.unchanged += 1;
    else {
      batch.push({
        document: {
          ...document,
          id,
          topic,
          sub_topic: null,
          role: null,
          tenant_id: tenantId,
          collection: SAMPLE_COLLECTION,
          url: doi === undefined ? null : `https://doi.org/${doi}`,
          pmid: document.pmid ?? null,
          scope: 'public',
          department: null,
          created_at: new Date(options.clock()).toISOString(),
        },
        passages: chunkDocument({ id, text: document.text, language: document.language }, options.chunking),
        fingerprint,
      });
      report.loaded += 1;
      if (batch.length === BATCH) await index.replaceDocuments(batch.splice(0));
    }
    stored.delete(id);
    onProgress?.(position + 1, files.length);
  }

  if (batch.length > 0) await index.replaceDocuments(batch);

  for (const id of stored.keys()) {
    if (await index.removeDocument(tenantId, id)) report.removed += 1;
  }
  if (report.loaded + report.removed > 0) await index.refresh();
  return report;
}

/** Policies are not literature: `loadPolicies` reads them. */
function isKnowledgeFile(file: string): boolean {
  return file.endsWith('.md') && !file.endsWith('README.md') && !file.startsWith(`desk${sep}`);
}

/** What the index would hold for this file: cut otherwise it has another fingerprint. */
export function fingerprintOf(content: string, chunking: ChunkSettings): string {
  const how = `${CHUNKER_VERSION} ${chunking.maxCharacters} ${chunking.overlap ?? 0}`;
  return createHash('sha256').update(`${how}\n${content}`).digest('hex');
}
