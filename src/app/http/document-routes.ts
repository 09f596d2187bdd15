import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accessOf, mayWriteDocument } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { IngestJob, IngestSettings, type UploadedFile, type UploadLimits } from '../../domain/ingest-job.ts';
import { type DocumentSummary, ListedDocument, originOf, ShownDocument } from '../../domain/passage.ts';
import { DEFAULT_READ_LIMITS } from '../../retrieval/ingest/parsed-document.ts';
import type { Galen } from '../compose.ts';
import { searchKnowledge } from '../search-knowledge.ts';
import { FoundPassages, SearchRequest } from '../search-request.ts';
import { checked, readBytes } from './read-body.ts';
import { type App, type AppContext, addRoute, found } from './route.ts';

const DocumentId = z.object({ id: z.string().min(1).max(200) });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The last document of the page before. */
  before: z.string().max(200).optional(),
  /** A part of the title, in any case. */
  title: z.string().trim().max(200).optional(),
});

export function addDocumentRoutes(app: App, galen: Galen): void {
  const { passages, ingestion, jobs } = galen;
  addRoute(app, 'post', '/v1/documents', {
    summary: 'Add files to the knowledge; the job named in the answer deals with them',
    body: Upload,
    isForm: true,
    status: 202,
    answer: z.object({ job_id: z.string() }),
    handle: async ({ c, principal }) => {
      const { settings, files } = await readUpload(c);
      return { job_id: await ingestion.add(principal, settings, files) };
    },
  });

  addRoute(app, 'get', '/v1/documents', {
    summary: 'The documents the asker may read, newest first',
    query: ListQuery,
    answer: z.object({ documents: z.array(ListedDocument) }),
    handle: async ({ query, principal }) => {
      const documents = await passages.list(accessOf(principal), query);
      const mayDelete = (document: DocumentSummary) => mayWriteDocument(principal, document);
      return { documents: documents.map((document) => ({ ...document, may_delete: mayDelete(document) })) };
    },
  });

  addRoute(app, 'get', '/v1/documents/{id}', {
    summary: 'A document with its text, to which every offset of a citation refers',
    params: DocumentId,
    answer: ShownDocument,
    handle: async ({ c, principal }) => {
      const stored = await passages.getDocument(accessOf(principal), documentIdOf(c));
      const { tenant_id: _, ...document } = found(stored, 'document');
      return { ...document, ...originOf(document) };
    },
  });

  addRoute(app, 'delete', '/v1/documents/{id}', {
    summary: 'Delete a document with all its passages; it can be restored for 90 days',
    params: DocumentId,
    answer: null,
    handle: async ({ c, principal }) =>
      found((await ingestion.remove(principal, documentIdOf(c))) || null, 'document'),
  });

  addRoute(app, 'post', '/v1/documents/{id}/restore', {
    summary: 'Bring back a document that was deleted',
    params: DocumentId,
    answer: null,
    handle: async ({ c, principal }) =>
      found((await ingestion.restore(principal, documentIdOf(c))) || null, 'document'),
  });

  addRoute(app, 'get', '/v1/jobs/{id}', {
    summary: 'How far a job of the asker’s is',
    what: 'job',
    answer: IngestJob,
    handle: ({ principal, id }) => jobs.get(principal, id),
  });

  addRoute(app, 'post', '/v1/search', {
    summary: 'Search the passages the asker may read',
    body: SearchRequest,
    answer: FoundPassages,
    handle: ({ c, body, principal }) => searchKnowledge(galen, body, principal, c.req.raw.signal),
  });
}

function documentIdOf(c: AppContext): string {
  const id = DocumentId.shape.id.safeParse(c.req.param('id')).data;
  return found(id?.includes('\u0000') ? null : id, 'document');
}

export const UPLOAD_LIMITS: UploadLimits = {
  files: 50,
  file_bytes: DEFAULT_READ_LIMITS.bytes,
  request_bytes: 50 * 1024 * 1024,
};

/** The form of an upload, for the description of the API. */
export const Upload = IngestSettings.partial().extend({
  files: z.array(z.string().meta({ format: 'binary' })).max(UPLOAD_LIMITS.files),
});

/** The files of a multipart request and how they are to be stored. */
export async function readUpload(c: Context): Promise<{ settings: IngestSettings; files: UploadedFile[] }> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/iu.test(type)) {
    throw new GalenError('UNSUPPORTED_MEDIA_TYPE', { expected: 'multipart/form-data' });
  }
  const form = await parseForm(await readBytes(c.req.raw, UPLOAD_LIMITS.request_bytes), type);
  const uploads = [...form.getAll('files'), ...form.getAll('files[]')];
  if (uploads.length > UPLOAD_LIMITS.files)
    throw new GalenError('TOO_MANY_FILES', { limit: UPLOAD_LIMITS.files });
  return { settings: readSettings(form), files: await Promise.all(uploads.map(readFile)) };
}

function readSettings(form: FormData): IngestSettings {
  const fields = [...new Set(form.keys())].filter((key) => key !== 'files' && key !== 'files[]');
  // A field left empty in a form was not filled in.
  const filled = fields.map((key) => [key, form.get(key)]).filter(([, value]) => value !== '');
  return checked(IngestSettings, Object.fromEntries(filled));
}

async function readFile(upload: File | string): Promise<UploadedFile> {
  if (typeof upload === 'string' || upload.name === '') {
    throw new GalenError('BAD_REQUEST', { problem: 'files: each needs a file name' });
  }
  if (upload.size > UPLOAD_LIMITS.file_bytes) {
    const problem = `more than ${UPLOAD_LIMITS.file_bytes} bytes`;
    throw new GalenError('DOCUMENT_TOO_LARGE', { file: upload.name, problem });
  }
  return { name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) };
}

async function parseForm(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    // Without a cause: the parser's message may repeat what was sent.
    throw new GalenError('BAD_REQUEST', { problem: 'body: is not a multipart form' });
  }
}
