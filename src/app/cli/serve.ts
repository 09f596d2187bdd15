import { accessOf } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { rerankOrKeep } from '../../retrieval/search/find-passages.ts';
import { DEMO_TENANT, demoPrincipal } from '../auth/demo-principals.ts';
import { compose, type Galen } from '../compose.ts';
import { loadConfig, version } from '../config.ts';
import type { Listening } from '../http/listen.ts';
import { createLog } from '../log.ts';
import { showProgress } from './command.ts';
import { announceServer } from './running-server.ts';

const FIRST_SEARCH = { en: 'side effects of metformin', vi: 'tác dụng phụ của metformin' };
/** Only a text that may be in another language is put to the detector of languages, which takes a while to read. */
const IN_OTHER_LANGUAGE = 'efectos secundarios habituales de la metformina';
const CANDIDATES = 40;

/** `galen serve`: answers until it is told to stop, then finishes the turns in progress. */
export async function serve(): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.GALEN_LOG_LEVEL);
  // The routes are read while the database starts.
  const [galen, { createApp }, { listen }] = await Promise.all([
    compose({
      isLongLived: true,
      config,
      log,
      attach: false,
      onKnowledge: showProgress('Loading the sample knowledge'),
    }),
    import('../http/create-app.ts'),
    import('../http/listen.ts'),
  ]);
  const listening = await listen(
    createApp(galen, log, version()),
    config.GALEN_PORT,
    config.GALEN_HOST,
  ).catch(async (error) => {
    await galen.close();
    throw error.code === 'EADDRINUSE' ? new GalenError('PORT_IN_USE', { port: config.GALEN_PORT }) : error;
  });
  // Where keys are asked for, commands answer by themselves on the database: they have none to show.
  const withdraw =
    config.GALEN_AUTH === 'none'
      ? announceServer(config, { port: listening.port, instance: galen.instance })
      : () => undefined;
  stopOnSignals(galen, listening, withdraw);
  galen.ingestion.startWork({ soleOwner: galen.database.soleOwner });
  process.stdout.write(await greeting(galen, `http://localhost:${listening.port}`));
  await warmUp(galen).catch((error: unknown) => log.warn({ err: error }, 'the first search failed'));
}

/** Searches once in each language, so that models and tables are read before the first person waits for them. */
async function warmUp({ frontGate, passages, reranker }: Galen): Promise<void> {
  const principal = demoPrincipal(undefined);
  const signal = new AbortController().signal;
  await frontGate.check({ message: IN_OTHER_LANGUAGE, language: null, principal, flow: 'evidence' });
  for (const language of Language.options) {
    const query = FIRST_SEARCH[language];
    await frontGate.check({ message: query, language, principal, flow: 'evidence' });
    const asked = { query, language, signal };
    const expansions = expandQuery(query, language);
    const within = { access: accessOf(principal), filters: {}, limit: CANDIDATES };
    const found = await passages.search({ ...asked, expansions, ...within });
    await rerankOrKeep(reranker, { ...asked, ...found });
  }
}

function stopOnSignals(galen: Galen, listening: Listening, withdraw: () => void): void {
  let stopping = false;
  const stop = async () => {
    // A second signal does not wait for turns in progress.
    if (stopping) process.exit(1);
    stopping = true;
    process.stderr.write('Stopping…\n');
    withdraw();
    await listening.close();
    await galen.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

async function greeting({ passages, database, gateway, recovered }: Galen, url: string): Promise<string> {
  const count = await passages.count(DEMO_TENANT);
  const model =
    gateway.modelName === 'none'
      ? 'none: answers are quoted from the sources (set GALEN_MODEL to change that)'
      : gateway.modelName;
  return [
    `Galen ${version()} answers on ${url}`,
    `  database   ${database.kind}${recovered > 0 ? `, ${recovered} interrupted turns found` : ''}`,
    `  knowledge  ${count.documents} documents, ${count.passages} passages`,
    `  model      ${model}`,
    '',
    'Try, in another terminal:',
    '  npx galen ask --flow evidence "What are the side effects of metformin?"',
    '  npx galen ask "Metformin có tác dụng phụ gì?"',
    `  curl -s ${url}/v1/ask -H 'content-type: application/json' -d '{"message":"Does aspirin prevent pre-eclampsia?"}'`,
    '',
    `Open ${url} in a browser. ${url}/openapi.json describes the API. Ctrl+C stops.`,
    '',
  ].join('\n');
}
