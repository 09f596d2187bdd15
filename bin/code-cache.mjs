// Keeps what V8 compiled of the build beside it: a start then reads machine-made code instead of ten megabytes of source.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';
import vm from 'node:vm';

const SUFFIX = '.v8';
/** By then a server has started, and the functions that a start calls are compiled. */
const KEEP_AFTER_MS = 3_000;

/** Requires a CommonJS file of the folder, and whatever it requires there, with its code cache. The cache goes with the folder. */
export function requireCached(file, folder) {
  // From Node 22 on it is Node's own doing.
  if (module.enableCompileCache) module.enableCompileCache();
  else cacheCompiled(folder);
  return module.createRequire(file)(file);
}

function cacheCompiled(folder) {
  const compiled = new Map();
  const { _compile: compile } = module.Module.prototype;
  module.Module.prototype._compile = function compileCached(source, filename, ...rest) {
    if (!filename.startsWith(folder)) return compile.call(this, source, filename, ...rest);
    const cachedData = readIfThere(filename + SUFFIX);
    const script = new vm.Script(module.wrap(source), {
      filename,
      cachedData,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    // Another version of Node, or other flags, made it.
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(filename + SUFFIX, script);
    const run = script.runInThisContext();
    return run.call(
      this.exports,
      this.exports,
      module.createRequire(filename),
      this,
      filename,
      dirname(filename),
    );
  };
  const keep = () => {
    for (const [path, script] of compiled) write(path, script);
    compiled.clear();
  };
  setTimeout(keep, KEEP_AFTER_MS).unref();
  process.once('exit', keep);
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Under its name when whole: other processes read it. */
function write(path, script) {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, path);
  } catch {
    // A folder that cannot be written to, or one that was built anew meanwhile: the next start compiles again.
    rmSync(draft, { force: true });
  }
}
