import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Log } from '../log.ts';

const RETRY_MS = 60_000;

interface KeeperOptions {
  passages: PassageIndex;
  log: Pick<Log, 'info' | 'error'>;
  /** Never rebuild. */
  isIdle: boolean;
}

export type IndexKeeper = ReturnType<typeof createIndexKeeper>;

/** Has the index rebuilt whenever it is not as Galen would make it now, one rebuild at a time, with progress in the log. */
export function createIndexKeeper({ passages, log, isIdle }: KeeperOptions) {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  let progress: { done: number; total: number } | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    do {
      again = false;
      let reported = 0;
      await passages.upkeep({
        signal: stop.signal,
        onProgress(done, total) {
          progress = done < total ? { done, total } : null;
          const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
          if (percent < reported + 10 && done < total) return;
          reported = percent;
          log.info({ done, total }, 'indexing in the background');
        },
      });
    } while (again && !stop.signal.aborted);
  }

  const keeper = {
    /** Checks the index in the background and rebuilds it if need be; a call during a check has it checked once more. */
    check(): void {
      if (isIdle) return;
      again = true;
      running ??= run()
        .catch((error: unknown) => {
          if (stop.signal.aborted) return;
          log.error({ err: error }, 'the index could not be rebuilt');
          retry ??= setTimeout(() => {
            retry = undefined;
            keeper.check();
          }, RETRY_MS).unref();
        })
        .finally(() => {
          running = null;
          progress = null;
        });
    },
    /** Of what runs; null while nothing is to do. */
    progress: () => progress,
    /** Waits for the check in progress. */
    settled: async () => void (await running),
    async close(): Promise<void> {
      stop.abort();
      clearTimeout(retry);
      await running;
    },
  };
  return keeper;
}
