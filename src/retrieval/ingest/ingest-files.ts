import { createHash } from 'node:crypto';
import {
  accessOf,
  claimsEvidence,
  mayReviewEvidence,
  mayWriteDocument,
  type Principal,
} from '../../domain/access.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import type { FileOutcome, IngestSettings, UploadedFile } from '../../domain/ingest-job.ts';
import type { Language } from '../../domain/language.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { CHUNKER_VERSION, type ChunkSettings, chunkDocument, chunkingFor } from './chunk-document.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { readFile } from './read-file.ts';

/** Passages stored in one transaction: more go in faster, fewer keep searches waiting less. */
const PASSAGES_AT_ONCE = 300;
/** Another one whenever something else is stored of a document than before: then it is stored anew. */
const STORED_AS = 2;

/** What became of a file, or why nothing did. */
export type FileResult = { outcome: Omit<FileOutcome, 'reason'> } | { error: unknown };

/**
 * Brings the index in line with some files: new and changed documents go in, those the files no longer hold go out. They
 * are stored together, because many small transactions are slow; one that cannot be stored is told from the rest.
 */
export async function ingestFiles(
  files: readonly UploadedFile[],
  options: IngestOptions,
): Promise<FileResult[]> {
  const plans = await Promise.allSettled(files.map((file) => planFile(file, options)));
  const sound = plans.flatMap((plan) => (plan.status === 'fulfilled' ? [plan.value] : []));
  const [together] = await Promise.allSettled([apply(sound, options)]);
  const results: FileResult[] = [];
  for (const plan of plans) {
    if (plan.status === 'rejected') results.push({ error: plan.reason });
    else {
      const isApplied = together.status === 'fulfilled';
      const [own] = isApplied ? [together] : await Promise.allSettled([apply([plan.value], options)]);
      results.push(own.status === 'rejected' ? { error: own.reason } : { outcome: plan.value.outcome });
    }
  }
  return results;
}

async function apply(plans: readonly FilePlan[], { index, principal }: IngestOptions): Promise<void> {
  for (const batch of inBatches(plans.flatMap(({ changed }) => changed))) await index.replaceDocuments(batch);
  for (const id of plans.flatMap(({ vanished }) => vanished)) {
    await index.removeDocument(principal.tenant_id, id);
  }
}

function* inBatches(documents: readonly StoredDocument[]): Generator<StoredDocument[]> {
  let batch: StoredDocument[] = [];
  let passages = 0;
  for (const stored of documents) {
    if (batch.length > 0 && passages + stored.passages.length > PASSAGES_AT_ONCE) {
      yield batch;
      batch = [];
      passages = 0;
    }
    batch.push(stored);
    passages += stored.passages.length;
  }
  if (batch.length > 0) yield batch;
}

const UPLOAD = 'upload';
/** What a document is taken for that claims more without a reviewer's word. */
const UNREVIEWED: Pick<KnowledgeDocument, 'source_type' | 'evidence_level'> = {
  source_type: UPLOAD,
  evidence_level: 'expert_opinion',
};

interface IngestOptions {
  settings: IngestSettings;
  /** Who added the file: nothing that they may not write is replaced or removed. */
  principal: Principal;
  index: PassageIndex;
  chunking: ChunkSettings;
  detectLanguage: (text: string) => Language;
  /** Which of these texts give orders to an assistant: they are held back, and the one who added them is told. */
  findOrders?: (texts: readonly string[]) => Promise<boolean[]>;
  clock: Clock;
}

/** What is to be done so that the index holds what a file holds, and what will have been done then. */
interface FilePlan {
  outcome: Omit<FileOutcome, 'reason'>;
  /** New and changed documents. */
  changed: StoredDocument[];
  /** Documents that the file no longer holds. */
  vanished: string[];
}

/** Reads a file and compares it with what is stored of it. Nothing is changed yet. */
async function planFile(file: UploadedFile, options: IngestOptions): Promise<FilePlan> {
  const { settings, principal, index } = options;
  const tenantId = principal.tenant_id;
  const { documents, skipped } = await readFile(file);
  // Nothing is more likely a fault in the file than the wish to remove all it held.
  if (documents.length === 0)
    throw new GalenError('KNOWLEDGE_UNREADABLE', { file: file.name, problem: 'it holds no document' });

  const idPrefix = `${digest([settings.collection, file.name])}-`;
  const stored = await index.fingerprints(tenantId, settings.collection, idPrefix);
  const seen = new Set<string>();
  const changed: StoredDocument[] = [];
  const left = [...skipped];
  let unchanged = 0;

  for (const parsed of documents) {
    const id = idPrefix + digest(parsed.key);
    if (seen.has(id)) {
      left.push({ place: parsed.title, reason: 'another document of the file has the same key' });
      continue;
    }
    seen.add(id);
    const language = settings.language ?? parsed.language ?? options.detectLanguage(parsed.text);
    const fingerprint = digest([STORED_AS, CHUNKER_VERSION, options.chunking, language, settings, parsed]);
    if (stored.get(id) === fingerprint) unchanged += 1;
    else {
      if (stored.has(id)) await requireWritable(options, id);
      const document = toDocument(parsed, id, language, options);
      if (claimsEvidence(document) && !mayReviewEvidence(principal)) {
        Object.assign(document, UNREVIEWED);
        left.push({
          place: parsed.title,
          reason: 'stored as an upload: what it says of its evidence is not reviewed',
        });
      }
      const all = chunkDocument(
        { ...document, pages: parsed.pages },
        chunkingFor(document.source_type, options.chunking),
      );
      const isHeldBack = (await options.findOrders?.(all.map(({ text }) => text))) ?? [];
      const passages = all.filter((_, i) => isHeldBack[i] !== true);
      if (passages.length < all.length) {
        const reason = `${all.length - passages.length} of ${all.length} passages were held back: they give orders to an assistant`;
        left.push({ place: parsed.title, reason });
      }
      changed.push({ document, passages, fingerprint });
    }
  }

  const vanished = [...stored.keys()].filter((id) => !seen.has(id));
  for (const id of vanished) await requireWritable(options, id);
  const outcome = { loaded: changed.length, unchanged, removed: vanished.length, skipped: left };
  return { outcome, changed, vanished };
}

function toDocument(
  parsed: ParsedDocument,
  id: string,
  language: Language,
  { settings, principal, clock }: IngestOptions,
): KnowledgeDocument {
  return {
    id,
    tenant_id: principal.tenant_id,
    collection: settings.collection,
    scope: settings.scope,
    department: settings.department,
    role: settings.role,
    topic: settings.topic ?? parsed.demuc,
    sub_topic: settings.sub_topic ?? parsed.chu_de_con,
    title: parsed.title,
    text: parsed.text,
    language,
    source_type: settings.source_type ?? parsed.source_type ?? UPLOAD,
    evidence_level: settings.evidence_level ?? parsed.evidence_level ?? 'expert_opinion',
    journal: parsed.journal ?? '',
    year: parsed.year,
    url: parsed.url,
    pmid: parsed.pmid,
    reference: parsed.reference,
    created_at: new Date(clock()).toISOString(),
  };
}

/** A file of the same name may have been stored by others, where this principal may not write. */
async function requireWritable({ index, principal }: IngestOptions, id: string): Promise<void> {
  const document = await index.getDocument(accessOf(principal), id);
  if (!document || !mayWriteDocument(principal, document)) throw new GalenError('FORBIDDEN');
}

/** Short enough for an id, long enough not to meet another. */
function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 24);
}
