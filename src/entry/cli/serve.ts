import type { AddressInfo } from 'node:net';
import { serve as listen } from '@hono/node-server';
import { compose } from '../compose.ts';
import { loadConfig } from '../config.ts';
import { DEMO_TENANT } from '../demo-principals.ts';
import { createApp } from '../http/create-app.ts';
import { createLog } from '../log.ts';
import { version } from '../version.ts';
import { showProgress } from './show-progress.ts';

/** Without authentication nobody but this machine may reach it. */
const LOOPBACK = '127.0.0.1';

/** `galen serve`: answers until it is told to stop, then finishes the turns in progress. */
export async function serve(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.GALEN_LOG_LEVEL);
  const galen = await compose({
    config,
    log,
    attach: false,
    onKnowledge: showProgress('Loading the sample knowledge'),
  });
  const app = createApp(galen, log, version());
  const server = listen({ fetch: app.fetch, hostname: LOOPBACK, port: config.GALEN_PORT }, (address) => {
    greet(address).catch((error) => log.error({ err: error }, 'could not count the knowledge'));
  });
  server.on('error', async (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? `port ${config.GALEN_PORT} is in use; set GALEN_PORT` : error.message;
    process.stderr.write(`galen: cannot listen: ${reason}\n`);
    await galen.close();
    process.exit(1);
  });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  async function stop() {
    // A second signal does not wait for turns in progress.
    if (stopping) process.exit(1);
    stopping = true;
    process.stderr.write('Stopping…\n');
    server.close();
    await galen.close();
    process.exit(0);
  }

  async function greet({ port }: AddressInfo) {
    const { documents, passages } = await galen.passages.count(DEMO_TENANT);
    const url = `http://localhost:${port}`;
    process.stdout.write(
      [
        `Galen ${version()} answers on ${url}`,
        `  database   ${galen.database.kind}${galen.recovered > 0 ? `, ${galen.recovered} interrupted turns found` : ''}`,
        `  knowledge  ${documents} documents, ${passages} passages`,
        `  model      ${galen.gateway.modelName === 'none' ? 'none: answers are quoted from the sources (set GALEN_MODEL to change that)' : galen.gateway.modelName}`,
        '',
        'Try, in another terminal:',
        '  npx galen ask --flow evidence "What are the side effects of metformin?"',
        '  npx galen ask "Metformin có tác dụng phụ gì?"',
        `  curl -s ${url}/v1/ask -H 'content-type: application/json' -d '{"message":"Does aspirin prevent pre-eclampsia?"}'`,
        `  ${url}/openapi.json describes the API. Ctrl+C stops.`,
        '',
      ].join('\n'),
    );
  }
}
