import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { CHUNKER_VERSION, type ChunkSettings, chunkDocument, chunkingFor } from './chunk-document.ts';
import { readMarkdown } from './formats/read-markdown.ts';
import { readQuestionAnswerCsv } from './formats/read-question-answer-csv.ts';
import { DEFAULT_READ_LIMITS } from './parsed-document.ts';

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

/** The collection the sample literature and guidelines go into. */
export const SAMPLE_COLLECTION = 'literature';
/** The collection the sample question–answer pairs go into, beside those that others add. */
export const CONSULT_COLLECTION = 'consult';
/** What the ids of sample pairs begin with: no other document of their collection has such an id. */
const PAIR_PREFIX = 'pair.';

/** The year the sample pairs were written: that of a pair whose reference names none. */
const PAIRS_YEAR = 2026;

interface SampleDocument {
  document: Omit<KnowledgeDocument, 'tenant_id' | 'created_at'>;
  /** All that the document was made from. */
  content: string;
}

interface SampleReader {
  /** Paths within the folder. */
  takes: RegExp;
  collection: string;
  /** What the ids of its documents begin with. */
  idPrefix: string;
  /** Each file is one document, made from all of its text. */
  isOneDocument: boolean;
  read(file: string, bytes: Uint8Array): SampleDocument[] | Promise<SampleDocument[]>;
}

/** How each kind of file of the sample knowledge becomes documents. */
const SAMPLE_READERS: readonly SampleReader[] = [
  {
    // Policies state their own scope and department: `loadPolicies` reads them.
    takes: /^(?!desk\/)(?:.*\/)?(?!README\.md$)[^/]+\.md$/u,
    collection: SAMPLE_COLLECTION,
    idPrefix: '',
    isOneDocument: true,
    read: readText,
  },
  {
    takes: /^consult\/[a-z_]+\.(?:vi|en)\.csv$/u,
    collection: CONSULT_COLLECTION,
    idPrefix: PAIR_PREFIX,
    isOneDocument: false,
    read: readPairs,
  },
];

function readText(file: string, bytes: Uint8Array): SampleDocument[] {
  const content = new TextDecoder().decode(bytes);
  const { topic, translation_of, doi, ...document } = readMarkdown(file, content);
  return [
    {
      document: {
        ...document,
        topic,
        sub_topic: null,
        role: null,
        collection: SAMPLE_COLLECTION,
        url: doi === undefined ? null : `https://doi.org/${doi}`,
        pmid: document.pmid ?? null,
        scope: 'public',
        department: null,
      },
      content,
    },
  ];
}

/** Pairs for one role in one language, both of which the file's name tells. */
async function readPairs(file: string, bytes: Uint8Array): Promise<SampleDocument[]> {
  const [role = ''] = (file.split('/').at(-1) ?? '').split('.');
  const { documents, skipped } = await readQuestionAnswerCsv({
    name: file,
    bytes,
    limits: DEFAULT_READ_LIMITS,
  });
  const [fault] = skipped;
  if (fault) {
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `${fault.place}: ${fault.reason}` });
  }
  return documents.map((pair) => {
    const language = pair.language ?? 'vi';
    return {
      document: {
        id: `${PAIR_PREFIX}${role}.${language}.${pair.number ?? pair.key}`,
        collection: CONSULT_COLLECTION,
        title: pair.title,
        text: pair.text,
        language,
        source_type: 'qa',
        evidence_level: 'expert_opinion',
        // What the pair rests on is what a reader wants to see beside it.
        journal: pair.reference ?? '',
        year: yearIn(pair.reference ?? ''),
        url: null,
        pmid: null,
        reference: pair.reference,
        scope: 'public',
        department: null,
        role,
        topic: pair.demuc,
        sub_topic: pair.chu_de_con,
      },
      content: JSON.stringify(pair),
    };
  });
}

function yearIn(reference: string): number {
  const years = reference.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? [];
  return Number(years.at(-1) ?? PAIRS_YEAR);
}
