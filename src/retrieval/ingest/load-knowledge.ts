import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { z } from 'zod';
import { Scope } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';
import {
  CONSULT_COLLECTION,
  INTRANET,
  type KnowledgeDocument,
  PAIR_PREFIX,
  POLICY_COLLECTION,
  SAMPLE_COLLECTION,
} from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { CHUNKER_VERSION, type ChunkSettings, chunkDocument, chunkingFor } from './chunk-document.ts';
import { readInteractions } from './formats/read-interactions.ts';
import { readFrontMatter, readMarkdown } from './formats/read-markdown.ts';
import { DEFAULT_READ_LIMITS } from './parsed-document.ts';

/** Documents stored in one transaction. */
const BATCH = 200;
const OPEN_FILES = 32;
/** Another one whenever more or less of a document is stored than before: then each is stored anew. */
const STORED_AS = 4;

export interface KnowledgeReport {
  loaded: number;
  unchanged: number;
  removed: number;
}

/**
 * Brings the index in line with a folder of Markdown, policies and question–answer pairs: new and changed documents go
 * in, vanished ones go out.
 */
export async function loadKnowledge(options: {
  folder: string;
  tenantId: string;
  index: PassageIndex;
  chunking: ChunkSettings;
  clock: Clock;
  onProgress?: ((done: number, total: number) => void) | undefined;
}): Promise<KnowledgeReport> {
  const { folder, tenantId, index, chunking, onProgress } = options;
  const names = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const files = names.filter((file) => readerOf(file)).sort();
  const contents = await pMap(files, (file) => readFile(join(folder, file)), { concurrency: OPEN_FILES });
  const stored = await storedOf(files, index, tenantId);
  const unchanged = wholeFiles(stored);
  const created_at = new Date(options.clock()).toISOString();
  const seen = new Set<string>();
  const batch: StoredDocument[] = [];
  const report: KnowledgeReport = { loaded: 0, unchanged: 0, removed: 0 };

  for (const [position, file] of files.entries()) {
    const bytes = contents[position] ?? Buffer.of();
    const { beside, cutAs = '' } = readerOf(file) ?? {};
    const rest = beside === undefined ? Buffer.of() : await readFile(join(folder, beside));
    const fingerprint = fingerprintOf(Buffer.concat([bytes, rest, Buffer.from(cutAs)]), chunking);
    // A file that is stored as it is was read before: most starts find nothing else.
    const known = unchanged.get(fingerprint);
    for (const id of known ?? []) see(file, id);
    report.unchanged += known?.length ?? 0;
    const samples = known ? [] : ((await readerOf(file)?.read(file, bytes, folder)) ?? []);
    for (const { supersedes = null, ...sample } of samples) {
      const document = { created_at, ...sample, tenant_id: tenantId };
      see(file, document.id);
      const passages = chunkDocument(document, chunkingFor(document.source_type, chunking));
      batch.push({ document, passages, fingerprint: `${fingerprint} ${samples.length}`, supersedes });
      report.loaded += 1;
      if (batch.length === BATCH) await index.replaceDocuments(batch.splice(0));
    }
    onProgress?.(position + 1, files.length);
  }

  if (batch.length > 0) await index.replaceDocuments(batch);

  for (const id of stored.keys()) {
    if (await index.removeDocument(tenantId, id)) report.removed += 1;
  }
  if (report.loaded + report.removed > 0) await index.refresh();
  return report;

  function see(file: string, id: string): void {
    if (seen.has(id)) {
      throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `another document has the id ${id}` });
    }
    seen.add(id);
    stored.delete(id);
  }
}

/** What is stored of the sample knowledge, by id: what others have added is not its to remove. */
async function storedOf(
  files: readonly string[],
  index: PassageIndex,
  tenantId: string,
): Promise<Map<string, string>> {
  const parts = SAMPLE_READERS.flatMap(({ collection, idPrefixes }) =>
    [...new Set(idPrefixes(files))].map((prefix) => index.fingerprints(tenantId, collection, prefix)),
  );
  return new Map((await Promise.all(parts)).flatMap((fingerprints) => [...fingerprints]));
}

/** The ids of the files of which all documents are stored, by the file's fingerprint. */
function wholeFiles(stored: ReadonlyMap<string, string>): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, fingerprint] of stored) ids.set(fingerprint, [...(ids.get(fingerprint) ?? []), id]);
  const whole = [...ids].map(([fingerprint, of]) => [fingerprint.split(' '), of] as const);
  return new Map(
    whole.flatMap(([[file = '', count], of]) => (of.length === Number(count) ? [[file, of]] : [])),
  );
}

function readerOf(file: string) {
  return SAMPLE_READERS.find(({ takes }) => takes.test(file));
}

/** What the index would hold for this file: cut otherwise it has another fingerprint. */
function fingerprintOf(bytes: Uint8Array, chunking: ChunkSettings): string {
  const how = `${STORED_AS} ${CHUNKER_VERSION} ${chunking.maxCharacters} ${chunking.overlap ?? 0}\n`;
  return createHash('sha256').update(how).update(bytes).digest('hex');
}

type SampleDocument = Omit<KnowledgeDocument, 'tenant_id' | 'created_at'> &
  Partial<Pick<KnowledgeDocument, 'created_at'>> & { supersedes?: string | undefined };

interface SampleReader {
  /** Paths within the folder. */
  takes: RegExp;
  collection: string;
  /** What the ids of its documents begin with. */
  idPrefixes(files: readonly string[]): string[];
  /** Another file of the folder that its documents are made from, too. */
  beside?: string;
  /** Another one whenever these documents alone are cut otherwise than before. */
  cutAs?: string;
  read(file: string, bytes: Uint8Array, folder: string): SampleDocument[] | Promise<SampleDocument[]>;
}

const CLASSES_FILE = 'drug-safety/drug-classes.json';
const POLICY_FILE = /^desk\/(.+)\/[^/]+\.md$/u;

/** How each kind of file of the sample knowledge becomes documents. */
const SAMPLE_READERS: readonly SampleReader[] = [
  {
    takes: POLICY_FILE,
    collection: POLICY_COLLECTION,
    idPrefixes: (files) =>
      files.flatMap((file) => POLICY_FILE.exec(file)?.[1] ?? []).map((department) => `${department}-`),
    read: readPolicy,
  },
  {
    takes: /^(?!desk\/)(?:.*\/)?(?!(?:README|REVIEW)\.md$)[^/]+\.md$/u,
    collection: SAMPLE_COLLECTION,
    idPrefixes: () => [''],
    read: readText,
  },
  {
    takes: /^drug-safety\/interactions\.json$/u,
    collection: SAMPLE_COLLECTION,
    idPrefixes: () => [''],
    beside: CLASSES_FILE,
    cutAs: 'joined rows',
    read: readTable,
  },
  {
    takes: /^consult\/[a-z_]+\.(?:vi|en)\.csv$/u,
    collection: CONSULT_COLLECTION,
    idPrefixes: () => [PAIR_PREFIX],
    read: readPairs,
  },
];

/** Of a document that says nothing else: for everyone, and on no web page. */
const PUBLIC = {
  url: null,
  pmid: null,
  scope: 'public',
  department: null,
  role: null,
  topic: null,
  sub_topic: null,
} as const;

function readText(file: string, bytes: Uint8Array): SampleDocument[] {
  const { translation_of, doi, ...document } = readMarkdown(file, new TextDecoder().decode(bytes));
  return [
    {
      ...PUBLIC,
      ...document,
      collection: SAMPLE_COLLECTION,
      url: doi === undefined ? null : `https://doi.org/${doi}`,
      pmid: document.pmid ?? null,
    },
  ];
}

/** The interaction table, so that a question that names no drug finds it too. */
async function readTable(_: string, bytes: Uint8Array, folder: string): Promise<SampleDocument[]> {
  const classes = await readFile(join(folder, CLASSES_FILE), 'utf8');
  const table = readInteractions(JSON.parse(new TextDecoder().decode(bytes)), JSON.parse(classes));
  return table.map((document) => ({
    ...PUBLIC,
    ...document,
    collection: SAMPLE_COLLECTION,
    source_type: 'interactions',
    evidence_level: 'expert_opinion',
  }));
}

const PolicyFrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z0-9.-]+$/u),
  title: z.string().min(1),
  language: Language,
  /** Null is for everyone who works here: then `domain` says whose subject it is. */
  department: z.string().min(1).nullable(),
  domain: z.string().min(1).optional(),
  scope: Scope,
  topic: z.string().min(1),
  source_type: z.literal('policy'),
  year: z.number().int(),
  created_at: z.iso.date(),
  evidence_level: EvidenceLevel,
  version: z.string(),
  supersedes: z.string().optional(),
  fictional: z.literal(true),
});

/** A policy, with the scope, department and date it states itself. */
function readPolicy(file: string, bytes: Uint8Array): SampleDocument[] {
  const stated = readFrontMatter(file, new TextDecoder().decode(bytes), PolicyFrontMatter);
  const { version, fictional, created_at, domain, topic, ...policy } = stated;
  return [
    {
      ...PUBLIC,
      ...policy,
      // An agent finds what is for the whole hospital by the subjects that it owns.
      topic: domain ?? topic,
      sub_topic: domain === undefined ? null : topic,
      collection: POLICY_COLLECTION,
      journal: 'Bệnh viện Đa khoa Hoa Sen',
      url: `${INTRANET}/${policy.id}`,
      reference: null,
      created_at: new Date(created_at).toISOString(),
    },
  ];
}

/** Pairs for one role in one language, both of which the file's name tells. */
async function readPairs(file: string, bytes: Uint8Array): Promise<SampleDocument[]> {
  const { readQuestionAnswerCsv } = await import('./formats/read-question-answer-csv.ts');
  const [role = ''] = (file.split('/').at(-1) ?? '').split('.');
  const read = { name: file, bytes, limits: DEFAULT_READ_LIMITS };
  const { documents, skipped } = await readQuestionAnswerCsv(read);
  const [fault] = skipped;
  if (fault) {
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file, problem: `${fault.place}: ${fault.reason}` });
  }
  return documents.map((pair) => {
    const language = pair.language ?? 'vi';
    return {
      ...PUBLIC,
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
      reference: pair.reference,
      role,
      topic: pair.demuc,
      sub_topic: pair.chu_de_con,
    };
  });
}

function yearIn(reference: string): number | null {
  const last = reference.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu)?.at(-1);
  return last === undefined ? null : Number(last);
}
