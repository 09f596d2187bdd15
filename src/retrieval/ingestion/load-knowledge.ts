import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { CHUNKER_VERSION, type ChunkSettings, chunkDocument, chunkingFor } from './chunk-document.ts';
import { SAMPLE_READERS } from './read-sample.ts';

/** Documents stored in one transaction. */
const BATCH = 200;

export interface KnowledgeReport {
  loaded: number;
  unchanged: number;
  removed: number;
}

/** Brings the index in line with a folder of Markdown and of question–answer pairs: new and changed documents go in, vanished ones go out. */
export async function loadKnowledge(options: {
  folder: string;
  tenantId: string;
  index: PassageIndex;
  chunking: ChunkSettings;
  clock: Clock;
  onProgress?: (done: number, total: number) => void;
}): Promise<KnowledgeReport> {
  const { folder, tenantId, index, chunking, onProgress } = options;
  const stored = await storedIn(index, tenantId);
  const idOf = new Map([...stored].map(([id, fingerprint]) => [fingerprint, id]));
  const files = (await readdir(folder, { recursive: true })).filter((file) => readerOf(file)).sort();
  const created_at = new Date(options.clock()).toISOString();
  const seen = new Set<string>();
  const batch: StoredDocument[] = [];
  const report: KnowledgeReport = { loaded: 0, unchanged: 0, removed: 0 };

  for (const [position, file] of files.entries()) {
    const reader = readerOf(file);
    const bytes = await readFile(join(folder, file));
    // A text that is stored as it is was read before: most starts find nothing else.
    const known = reader?.isOneDocument ? idOf.get(fingerprintOf(textOf(bytes), chunking)) : undefined;
    const samples = known === undefined ? await reader?.read(file, bytes) : [];
    if (known !== undefined) keep(file, known);
    for (const { document, content } of samples ?? []) {
      const fingerprint = fingerprintOf(content, chunking);
      if (stored.get(document.id) === fingerprint) keep(file, document.id);
      else await load(file, { ...document, tenant_id: tenantId, created_at }, fingerprint);
    }
    onProgress?.(position + 1, files.length);
  }

  if (batch.length > 0) await index.replaceDocuments(batch);

  for (const id of stored.keys()) {
    if (await index.removeDocument(tenantId, id)) report.removed += 1;
  }
  if (report.loaded + report.removed > 0) await index.refresh();
  return report;

  function keep(file: string, id: string): void {
    see(file, id);
    report.unchanged += 1;
  }

  async function load(file: string, document: KnowledgeDocument, fingerprint: string): Promise<void> {
    see(file, document.id);
    const passages = chunkDocument(document, chunkingFor(document.source_type, chunking));
    batch.push({ document, passages, fingerprint });
    report.loaded += 1;
    if (batch.length === BATCH) await index.replaceDocuments(batch.splice(0));
  }

  function see(file: string, id: string): void {
    if (seen.has(id)) {
      throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `another document has the id ${id}` });
    }
    seen.add(id);
    stored.delete(id);
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** What is stored of the sample knowledge, by id: what others have added is not its to remove. */
async function storedIn(index: PassageIndex, tenantId: string): Promise<Map<string, string>> {
  const parts = SAMPLE_READERS.map(({ collection, idPrefix }) =>
    index.fingerprints(tenantId, collection, idPrefix),
  );
  return new Map((await Promise.all(parts)).flatMap((fingerprints) => [...fingerprints]));
}

function readerOf(file: string) {
  return SAMPLE_READERS.find(({ takes }) => takes.test(file.replaceAll('\\', '/')));
}

/** What the index would hold for this content: cut otherwise it has another fingerprint. */
export function fingerprintOf(content: string, chunking: ChunkSettings): string {
  const how = `${CHUNKER_VERSION} ${chunking.maxCharacters} ${chunking.overlap ?? 0}`;
  return createHash('sha256').update(`${how}\n${content}`).digest('hex');
}
