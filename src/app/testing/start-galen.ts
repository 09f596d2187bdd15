import { rm } from 'node:fs/promises';
import { type ComposeOptions, compose, type Galen } from '../compose.ts';
import { loadConfig } from '../config.ts';
import { createApp } from '../http/create-app.ts';
import { listen } from '../http/listen.ts';
import { createLog } from '../log.ts';
import { readyFolder } from './ready-folder.ts';

/** Whatever else the machine does, our own models are waited for. */
const PATIENCE_MS = 120_000;

export interface RunningGalen {
  galen: Galen;
  url: string;
  /** POST as JSON, unless the body is already bytes or text. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

/** A whole Galen on a data folder of its own and a free port. */
export async function startGalen(
  settings: Record<string, string> = {},
  options: Pick<ComposeOptions, 'gatewaySettings' | 'meaning' | 'patienceMs'> = {},
): Promise<RunningGalen> {
  const folder = settings.GALEN_DATA_DIR ?? (await readyFolder(settings));
  const config = loadConfig({
    GALEN_LOG_LEVEL: 'silent',
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
    GALEN_RERANK_TIMEOUT_MS: String(PATIENCE_MS),
    ...settings,
    GALEN_DATA_DIR: folder,
  });
  const log = createLog(config.GALEN_LOG_LEVEL);
  const galen = await compose({
    config,
    log,
    attach: false,
    isLongLived: true,
    patienceMs: PATIENCE_MS,
    ...options,
  });
  galen.ingestion.startWork({ soleOwner: galen.database.soleOwner });
  const listening = await listen(createApp(galen, log, '0.0.0'), 0);
  const url = `http://127.0.0.1:${listening.port}`;
  return {
    galen,
    url,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    async stop() {
      await listening.close();
      await galen.close();
      // A folder that was given is its giver's to remove.
      if (settings.GALEN_DATA_DIR === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
