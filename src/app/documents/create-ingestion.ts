import { ALL_DEPARTMENTS, accessOf, mayWriteDocument, type Principal } from '../../domain/access.ts';
import { type AuditAction, auditBody } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { FileOutcome, IngestSettings, UploadedFile } from '../../domain/ingest-job.ts';
import { SAMPLE_COLLECTION } from '../../domain/passage.ts';
import type { Clock } from '../../domain/run-context.ts';
import { detectLanguage } from '../../gates/front/detect-language.ts';
import type { Audit } from '../../records/audit/audit.ts';
import type { IngestTask, Jobs } from '../../records/jobs/jobs.ts';
import type { ChunkSettings } from '../../retrieval/ingest/chunk-document.ts';
import { type FileResult, ingestFiles } from '../../retrieval/ingest/ingest-files.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { IndexKeeper } from './keep-index.ts';

/** Documents added and removed by people: who may, on the record, and by jobs that outlive the request. */
export function createIngestion(options: {
  jobs: Jobs;
  passages: PassageIndex;
  keeper: IndexKeeper;
  audit: Audit;
  chunking: ChunkSettings;
  /** Which texts give orders to an assistant. */
  findOrders: (texts: readonly string[]) => Promise<boolean[]>;
  clock: Clock;
  newId: () => string;
  logProblem: (problem: string, error: unknown) => void;
}) {
  const { jobs, passages, keeper, audit, clock, newId } = options;

  return {
    /** Takes the files on, and gives the id of the job that will deal with them. */
    async add(principal: Principal, given: IngestSettings, files: readonly UploadedFile[]): Promise<string> {
      const settings = { ...given, department: departmentOf(principal, given) };
      const { collection, scope, department } = settings;
      const details = { collection, scope, department, files: files.length };
      if (!mayWriteDocument(principal, settings)) {
        await record(principal, 'ingest-refused', { ...details, code: 'FORBIDDEN' });
        throw new GalenError('FORBIDDEN');
      }
      requireSound(settings, files);
      const job_id = await jobs.enqueue(principal, settings, files);
      await record(principal, 'ingest', { ...details, job_id });
      return job_id;
    },

    /** Takes a document out of the knowledge, to be restored if need be; false when there is none that the principal may read. */
    async remove(principal: Principal, documentId: string): Promise<boolean> {
      const document = await passages.getDocument(accessOf(principal), documentId);
      if (!document) return false;
      const { collection, scope, department } = document;
      const details = { document: documentId, collection, scope, department };
      if (!mayWriteDocument(principal, document)) {
        await record(principal, 'delete-refused', { ...details, code: 'FORBIDDEN' });
        throw new GalenError('FORBIDDEN');
      }
      await record(principal, 'delete', details);
      return passages.removeDocument(principal.tenant_id, documentId);
    },

    /** Brings back a document that was removed; false when there is none that the principal may write. */
    async restore(principal: Principal, documentId: string): Promise<boolean> {
      const stored = await passages.removedDocument(principal.tenant_id, documentId);
      if (!stored) return false;
      const { collection, scope, department } = stored.document;
      const isAllowed = mayWriteDocument(principal, stored.document);
      const details = { document: documentId, collection, scope, department };
      await record(principal, isAllowed ? 'restore' : 'restore-refused', details);
      if (isAllowed) await passages.replaceDocuments([stored]);
      return isAllowed;
    },

    /** Deals with the jobs that wait, from now until Galen closes. */
    startWork: (workOptions: { soleOwner: boolean }) => jobs.work({ ingest, settle }, workOptions),
  };

  async function settle(): Promise<void> {
    await passages.refresh();
    keeper.check();
  }

  async function ingest({ files, settings, principal }: IngestTask): Promise<FileOutcome[]> {
    const { chunking, findOrders } = options;
    const index = passages;
    const reading = { chunking, detectLanguage, findOrders, clock };
    const results = await ingestFiles(files, { settings, principal, index, ...reading });
    return results.map(toOutcome);
  }

  function toOutcome(result: FileResult): FileOutcome {
    if (!('error' in result)) return { ...result.outcome, reason: null };
    const { error } = result;
    // A database or a search engine that is away is no fault of the file: the job is tried again.
    if (error instanceof GalenError && error.body().retryable) throw error;
    if (!(error instanceof GalenError)) options.logProblem('a file could not be ingested', error);
    const known = error instanceof GalenError ? error : new GalenError('INTERNAL', {}, { cause: error });
    return { loaded: 0, unchanged: 0, removed: 0, skipped: [], reason: known.message, code: known.code };
  }

  /** Where documents were added and removed, and by whom; not their names or text. */
  function record(
    principal: Principal,
    action: AuditAction,
    details: Record<string, unknown>,
  ): Promise<void> {
    return audit.append(
      auditBody(principal, action, { id: newId(), at: new Date(clock()).toISOString(), details }),
    );
  }
}

/** What is not public goes to the principal's own department when they have but one and name none. */
function departmentOf({ departments }: Principal, { scope, department }: IngestSettings): string | null {
  const [own, ...others] = departments;
  const isPlain = own !== undefined && own !== ALL_DEPARTMENTS && others.length === 0;
  return department ?? (scope !== 'public' && isPlain ? own : null);
}

function requireSound({ collection }: IngestSettings, files: readonly UploadedFile[]): void {
  const problem = (text: string) => new GalenError('BAD_REQUEST', { problem: text });
  if (collection === SAMPLE_COLLECTION) {
    throw problem(`collection: "${SAMPLE_COLLECTION}" is kept for the sample knowledge`);
  }
  if (files.length === 0) throw problem('files: none were given');
  if (new Set(files.map(({ name }) => name)).size < files.length) {
    throw problem('files: two of them have the same name');
  }
}
