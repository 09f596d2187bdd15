import { fsyncSync } from 'node:fs';
import type { Extension } from '@electric-sql/pglite';
import { PGlite } from '@electric-sql/pglite';

/** WASI's number for "input/output error". */
const EIO = 29;

/** PGlite's start parameters without `-F`, which would have PostgreSQL skip every sync. */
export const DURABLE_START_PARAMS: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
];

/** The part of Emscripten's file system that syncing needs. */
interface NodeFiles {
  ErrnoError: new (errno: number) => Error;
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
}

/**
 * Makes PostgreSQL's fsync reach the disk: Emscripten's node file system has none and answers "done". It is put in
 * place before the database starts, so that crash recovery is synced too.
 */
export function realFsync(): { extension: Extension; count(): number } {
  let syncs = 0;

  function install(files: NodeFiles): void {
    files.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
      // A directory has no descriptor here; journalling file systems keep its entries with the files' own syncs.
      if (nfd === undefined) return 0;
      try {
        fsyncSync(nfd);
      } catch {
        // PostgreSQL must hear of it in its own way: it stops rather than acknowledge a write that is not on disk.
        throw new files.ErrnoError(EIO);
      }
      syncs += 1;
      return 0;
    };
  }

  return {
    count: () => syncs,
    extension: {
      name: 'real-fsync',
      setup: async (_db, options) => ({
        emscriptenOpts: {
          ...options,
          preRun: [...(options.preRun ?? []), (module: { FS: NodeFiles }) => install(module.FS)],
        },
      }),
    },
  };
}
