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

const bundle = await rolldown({
  cwd: ROOT,
  input: Object.fromEntries([
    ['main', join(SRC, main)],
    ...started.map((path) => [path.replace(/\.ts$/u, ''), join(SRC, path)]),
  ]),
  platform: 'node',
  external: EXTERNAL,
  plugins: [keepModuleAddresses],
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
  });
  await bundle.close();
  writeFileSync(join(draft, 'package.json'), '{ "type": "commonjs" }\n');
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  renameSync(draft, join(ROOT, 'dist'));
} finally {
  rmSync(draft, { recursive: true, force: true });
}
