import { type Logger, pino } from 'pino';

export type Log = Logger;

/** What must never reach a log, wherever an object carries it. */
const HIDDEN = [
  'question',
  'message',
  'text',
  'comment',
  'password',
  'authorization',
  'apiKey',
  'requestBodyValues',
  'responseBody',
];

/** The log, to standard error: standard output belongs to answers. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: { err: describeError },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** What the system and the database say of a failure beside its message, which may hold what was asked. */
const SAFE_FIELDS = ['id', 'code', 'syscall', 'address', 'port', 'routine', 'table', 'constraint'];

/** Name, id, code and stack of an error and its causes; its other fields may hold what was asked. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const safe = Object.entries(error).filter(([name, value]) => SAFE_FIELDS.includes(name) && value !== null);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /u.test(line));
  return {
    name: error.name,
    ...Object.fromEntries(safe),
    stack: frames?.slice(0, 6),
    cause: error.cause ? describeError(error.cause) : undefined,
  };
}
