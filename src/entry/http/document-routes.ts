import { z } from '@hono/zod-openapi';
import { accessOf, mayWriteDocument } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { KnowledgeDocument, ListedDocument } from '../../domain/passage.ts';
import type { Galen } from '../compose.ts';
import { describeProblem } from './read-body.ts';
import { readUpload, Upload } from './read-upload.ts';
import { type App, type AppContext, addRoute } from './route.ts';

const DocumentId = z.object({ id: z.string().min(1).max(200) });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The last document of the page before. */
  before: z.string().max(200).optional(),
  /** A part of the title, in any case. */
  title: z.string().trim().max(200).optional(),
});

export function addDocumentRoutes(app: App, { passages, ingestion }: Galen): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/documents',
      summary: 'Add files to the knowledge; the job named in the answer deals with them',
      body: Upload,
      bodyType: 'multipart/form-data',
      status: 202,
      answer: z.object({ job_id: z.string() }),
    },
    async (c) => {
      const { settings, files } = await readUpload(c);
      return c.json({ job_id: await ingestion.add(c.get('principal'), settings, files) }, 202);
    },
  );

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/documents',
      summary: 'The documents the asker may read, newest first',
      query: ListQuery,
      answer: z.object({ documents: z.array(ListedDocument) }),
    },
    async (c) => {
      const query = ListQuery.safeParse(c.req.query());
      if (!query.success) throw new GalenError('BAD_REQUEST', { problem: describeProblem(query.error) });
      const principal = c.get('principal');
      const documents = await passages.list(accessOf(principal), query.data);
      return c.json({
        documents: documents.map(
          (document): ListedDocument => ({
            ...document,
            may_delete: mayWriteDocument(principal, document),
          }),
        ),
      });
    },
  );

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/documents/{id}',
      summary: 'A document with its text, to which every offset of a citation refers',
      params: DocumentId,
      answer: KnowledgeDocument.omit({ tenant_id: true }),
    },
    async (c) => {
      const found = await passages.getDocument(accessOf(c.get('principal')), idOf(c));
      if (!found) throw notFound();
      const { tenant_id: _, ...document } = found;
      return c.json(document);
    },
  );

  addRoute(
    app,
    {
      method: 'delete',
      path: '/v1/documents/{id}',
      summary: 'Delete a document with all its passages',
      params: DocumentId,
      answer: null,
    },
    async (c) => {
      if (!(await ingestion.remove(c.get('principal'), idOf(c)))) throw notFound();
      return c.body(null, 204);
    },
  );
}

function idOf(c: AppContext): string {
  const id = DocumentId.shape.id.safeParse(c.req.param('id'));
  if (!id.success || id.data.includes('\u0000')) throw notFound();
  return id.data;
}

function notFound(): GalenError {
  return new GalenError('NOT_FOUND', { what: 'document' });
}
