// Bundles Galen into dist/: a process start reads a few large files instead of two thousand small ones.
import { renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** What is started by its path, each under the name it has in the sources. */
const ENTRIES = [
  'entry/cli/main',
  'records/adapters/embedded-postgres-child',
  'retrieval/ingestion/read-file-worker',
];

/** Packages that read files beside their own code. */
const EXTERNAL = [
  /^@electric-sql\//u,
  /^pdfjs-dist(?:\/|$)/u,
  /^@medplum\/definitions(?:\/|$)/u,
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

const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries(ENTRIES.map((name) => [name, join(SRC, `${name}.ts`)])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [keepModuleAddresses],
});
// Made aside and renamed when whole: a process that starts meanwhile finds the old build or the new one.
const draft = join(ROOT, `dist-${process.pid}`);
try {
  await bundle.write({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  renameSync(draft, join(ROOT, 'dist'));
} finally {
  rmSync(draft, { recursive: true, force: true });
}
