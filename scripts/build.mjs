// Bundles Galen into dist/: a process start reads a few large files instead of two thousand small ones.
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

const modules = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
);
const main = modules.find((path) => path.endsWith('/cli/main.ts'));
/** Processes and threads are started by their path: each keeps the one it has in the sources. */
const started = modules.filter((path) => /-(?:child|worker)\.ts$/u.test(path));

/** Packages that read files beside their own code. */
const EXTERNAL = [
  /^@electric-sql\//u,
  /^pdfjs-dist(?:\/|$)/u,
  /^@medplum\/definitions(?:\/|$)/u,
  /^onnxruntime-/u,
  /^pg-native$/u,
];

const PLACE = 'galen-module:';

/** A bundled module still finds what lies beside its source: its own address stays that of a file in dist/. */
const keepModuleAddresses = {
  name: 'keep-module-addresses',
  transform(code, id) {
    if (!id.startsWith(SRC) || !code.includes('import.meta.url')) return null;
    const place = `${PLACE}${relative(SRC, id).replaceAll('\\', '/').replace(/\.ts$/u, '.js')}`;
    return {
      code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`),
    };
  },
  renderChunk(code, { fileName }) {
    if (!code.includes(PLACE)) return null;
    return code.replaceAll(/galen-module:([\w./-]+)/gu, (_, place) => {
      const path = relative(dirname(fileName), place).replaceAll('\\', '/');
      return path.startsWith('.') ? path : `./${path}`;
    });
  },
};

/** Packages that many starts never call: each chunk is read at its first use, not with what imports it. */
const AT_FIRST_USE = [
  { name: 'eld', test: /node_modules\/eld\//u },
  {
    name: 'ai',
    test: /node_modules\/(?:ai|@ai-sdk|ollama-ai-provider-v2|@opentelemetry|eventsource-parser|@vercel)\//u,
  },
];
const requireAtFirstUse = {
  name: 'require-at-first-use',
  renderChunk(code) {
    const names = AT_FIRST_USE.map(({ name }) => name).join('|');
    const eager = new RegExp(`= (require\\("[./]*(?:chunks/)?(?:${names})-[^"/]+"\\));`, 'gu');
    return code.replaceAll(eager, '= new Proxy({}, { get: (_, name) => $1[name] });');
  },
};

const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries([
    ['main', join(SRC, main)],
    ...started.map((path) => [path.replace(/\.ts$/u, ''), join(SRC, path)]),
  ]),
  platform: 'node',
  external: EXTERNAL,
  plugins: [keepModuleAddresses, requireAtFirstUse],
  onLog(level, log, handle) {
    // `import.meta.resolve` finds the loader of TypeScript, which only sources need.
    if (log.code !== 'EMPTY_IMPORT_META') handle(level, log);
  },
});
// Made aside and renamed when whole: a process that starts meanwhile finds the old build or the new one.
const draft = join(ROOT, `dist-${process.pid}`);
try {
  await bundle.write({
    dir: draft,
    // Node 20 keeps compiled code of CommonJS alone (bin/code-cache.mjs).
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\//u, priority: 1 }, ...AT_FIRST_USE] },
  });
  await bundle.close();
  writeFileSync(join(draft, 'package.json'), '{ "type": "commonjs" }\n');
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  renameSync(draft, join(ROOT, 'dist'));
} finally {
  rmSync(draft, { recursive: true, force: true });
}
