import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { App } from './route.ts';

const FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg']);

/** Scripts, styles and data from here only; nothing inline, nothing framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT =
  'The page is not built. Run `npm run build` once, then load this address again. The API is described at /openapi.json.\n';

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer> | null;
  headers: Record<string, string>;
}

/** The page at `/`, from the folder it was built into. Only what that folder held when it was first asked for exists. */
export function addPageRoutes(app: App, folder = FOLDER): void {
  let files: ReadonlyMap<string, PageFile> | null = null;
  app.get('/', (c) => serve(c.req.header('accept-encoding'), '/index.html') ?? c.text(NOT_BUILT, 503));
  app.get('/assets/*', (c) => serve(c.req.header('accept-encoding'), c.req.path) ?? c.notFound());

  function serve(encodings: string | undefined, path: string): Response | null {
    if (files === null && existsSync(join(folder, 'index.html'))) files = readPage(folder);
    const file = files?.get(path);
    if (file === undefined) return null;
    const { body, gzipped, headers } = file;
    return gzipped !== null && /\bgzip\b/u.test(encodings ?? '')
      ? new Response(gzipped, { headers: { ...headers, 'Content-Encoding': 'gzip' } })
      : new Response(body, { headers });
  }
}

function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => extname(name) in TYPES,
  );
  return new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, readPageFile(folder, name)]));
}

function readPageFile(folder: string, name: string): PageFile {
  const body = new Uint8Array(readFileSync(join(folder, name)));
  const kind = extname(name);
  return {
    body,
    gzipped: COMPRESSED.has(kind) ? new Uint8Array(gzipSync(body)) : null,
    headers: {
      'Content-Type': TYPES[kind] ?? '',
      Vary: 'Accept-Encoding',
      // The names of assets carry a hash of what is in them.
      'Cache-Control': kind === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
    },
  };
}
