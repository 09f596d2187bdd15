import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { ErrorBody, GalenError } from '../../domain/errors.ts';
import { RunEvent } from '../../domain/run-record.ts';
import { type Config, givenSettings, loadConfig } from '../config.ts';
import { failAs, terminalLanguage } from './command.ts';

const ADDRESS_FILE = 'server.json';
/** The server tells by this header which one it is. */
const INSTANCE_HEADER = 'x-galen-instance';
/** What a server and a command on its folder may be given differently without a difference to the answer. */
const OWN_TO_A_PROCESS = ['GALEN_DATA_DIR', 'GALEN_PORT', 'GALEN_LOG_LEVEL', 'GALEN_EVAL_DATA'];

const ServerAddress = z.object({
  port: z.number().int().positive(),
  instance: z.string(),
  /** Digests of its settings: a file in the data folder is no place for keys. */
  settings: z.record(z.string(), z.string()),
});
type ServerAddress = z.infer<typeof ServerAddress>;

/** Tells the commands on this data folder where its server answers, until the function that it returns is called. */
export function announceServer(
  config: Config,
  { port, instance }: Pick<ServerAddress, 'port' | 'instance'>,
): () => void {
  const path = join(config.GALEN_DATA_DIR, ADDRESS_FILE);
  const address: ServerAddress = { port, instance, settings: digestsOf(config) };
  mkdirSync(config.GALEN_DATA_DIR, { recursive: true, mode: 0o700 });
  const draft = `${path}.${instance}`;
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return () => {
    // With a database server several may share the folder: another's word is left alone.
    if (readAddress(config.GALEN_DATA_DIR)?.instance === instance) rmSync(path, { force: true });
  };
}

/** The server of the data folder; null where none answers, or where this command was given other settings than the server. */
export async function findServer(asWhom: string | undefined) {
  const config = loadConfig();
  const address = readAddress(config.GALEN_DATA_DIR);
  if (address === null) return null;
  const ours = digestsOf(config);
  const given = givenSettings().filter((name) => !OWN_TO_A_PROCESS.includes(name));
  if (given.some((name) => ours[name] !== address.settings[name])) return null;
  return (await answersAt(address)) ? connect(address.port, asWhom) : null;
}

/** A server on the same data folder, asked in the name of one principal. */
function connect(port: number, asWhom: string | undefined) {
  const headers = {
    'accept-language': terminalLanguage(),
    ...(asWhom === undefined ? {} : { 'x-galen-as': asWhom }),
  };
  /** Null where the server refused; the command has then ended with its error. */
  const call = async <Schema extends z.ZodType>(path: string, body: unknown, answer: Schema) => {
    const response = await send(port, path, headers, body);
    const told: unknown = JSON.parse(await textOf(response));
    if (response.statusCode === 200) return answer.parse(told);
    failAs(Refusal.parse(told).error);
    return null;
  };
  return {
    post: call,
    get: <Schema extends z.ZodType>(path: string, answer: Schema) => call(path, undefined, answer),
    /** The events of a run; a refusal is the last of them. */
    async *events(path: string, body: unknown): AsyncGenerator<RunEvent> {
      const response = await send(port, path, { ...headers, accept: 'text/event-stream' }, body);
      if (response.statusCode === 200) yield* readEvents(response);
      else yield { type: 'error', data: Refusal.parse(JSON.parse(await textOf(response))).error };
    },
  };
}

const Refusal = z.object({ error: ErrorBody });

/** Whether who listens there is the server that wrote the address, and not whoever has its port now. */
async function answersAt({ port, instance }: ServerAddress): Promise<boolean> {
  try {
    const response = await send(port, '/healthz', {}, undefined);
    response.resume();
    return response.headers[INSTANCE_HEADER] === instance;
  } catch {
    // Nobody listens: the file is of a server that was killed.
    return false;
  }
}

/** By node:http, which waits as long as the turn takes. */
function send(
  port: number,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      resolve,
    );
    sent.on('error', (cause) => reject(new GalenError('DATABASE_UNAVAILABLE', {}, { cause })));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<RunEvent> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1];
      // Without a type it only keeps the connection alive.
      const type = field('event');
      if (type !== undefined) yield RunEvent.parse({ type, data: JSON.parse(field('data') ?? 'null') });
    }
  }
}

function readAddress(dataDir: string): ServerAddress | null {
  try {
    return ServerAddress.parse(JSON.parse(readFileSync(join(dataDir, ADDRESS_FILE), 'utf8')));
  } catch {
    // No server, or one of another version.
    return null;
  }
}

function digestsOf(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      createHash('sha256').update(String(value)).digest('base64url').slice(0, 16),
    ]),
  );
}
