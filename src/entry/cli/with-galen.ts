import { compose, type Galen } from '../compose.ts';
import { loadConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { showProgress } from './show-progress.ts';

/** Opens Galen for one command, sharing the database of a running server, and closes it again whatever happens. */
export async function withGalen<Result>(use: (galen: Galen) => Promise<Result>): Promise<Result> {
  const config = loadConfig();
  const galen = await compose({
    config,
    log: createLog(config.GALEN_LOG_LEVEL),
    attach: true,
    onKnowledge: showProgress('Loading the sample knowledge'),
  });
  try {
    return await use(galen);
  } finally {
    await galen.close();
  }
}
