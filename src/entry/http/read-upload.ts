import type { Context } from 'hono';
import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { IngestSettings, type UploadedFile } from '../../domain/ingest-job.ts';
import { DEFAULT_READ_LIMITS } from '../../retrieval/ingest/parsed-document.ts';
import { describeProblem, readBytes } from './read-body.ts';

const MAX_REQUEST_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 50;

/** The form of an upload, for the description of the API. */
export const Upload = IngestSettings.partial().extend({
  files: z.array(z.string().meta({ format: 'binary' })).max(MAX_FILES),
});

/** The files of a multipart request and how they are to be stored. */
export async function readUpload(c: Context): Promise<{ settings: IngestSettings; files: UploadedFile[] }> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/iu.test(type)) {
    throw new GalenError('UNSUPPORTED_MEDIA_TYPE', { expected: 'multipart/form-data' });
  }
  const form = await parseForm(await readBytes(c.req.raw, MAX_REQUEST_BYTES), type);
  const uploads = [...form.getAll('files'), ...form.getAll('files[]')];
  if (uploads.length > MAX_FILES) throw new GalenError('TOO_MANY_FILES', { limit: MAX_FILES });
  return { settings: readSettings(form), files: await Promise.all(uploads.map(readFile)) };
}

function readSettings(form: FormData): IngestSettings {
  const fields = [...new Set(form.keys())].filter((key) => key !== 'files' && key !== 'files[]');
  // A field left empty in a form was not filled in.
  const filled = fields.map((key) => [key, form.get(key)]).filter(([, value]) => value !== '');
  const settings = IngestSettings.safeParse(Object.fromEntries(filled));
  if (settings.success) return settings.data;
  throw new GalenError('BAD_REQUEST', { problem: describeProblem(settings.error) });
}

async function readFile(upload: File | string): Promise<UploadedFile> {
  if (typeof upload === 'string' || upload.name === '') {
    throw new GalenError('BAD_REQUEST', { problem: 'files: each needs a file name' });
  }
  if (upload.size > DEFAULT_READ_LIMITS.bytes) {
    const problem = `more than ${DEFAULT_READ_LIMITS.bytes} bytes`;
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
