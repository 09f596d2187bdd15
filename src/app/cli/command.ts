import type { z } from 'zod';
import { ERROR_STATUSES, type ErrorBody, GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { loadConfig } from '../config.ts';
import { checked } from '../http/read-body.ts';

const BAR_WIDTH = 24;

/** What most commands take. */
export interface CommandOptions {
  as?: string;
  json?: boolean;
}

export const EXIT = {
  done: 0,
  failed: 1,
  badInput: 2,
  abstained: 3,
  unavailable: 4,
  auditBroken: 5,
} as const;

/** Opens Galen for one command, sharing the database of a running server, and closes it again whatever happens. */
export async function withGalen<Result>(use: (galen: Galen) => Promise<Result>): Promise<Result> {
  const config = loadConfig();
  // Loaded here, because a command that a running server answers needs none of it.
  const [{ compose }, { createLog }] = await Promise.all([import('../compose.ts'), import('../log.ts')]);
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

/** Options as a request of the same schema that HTTP uses: under its own name, or else as the command calls it. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  options: object,
  names: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const snakeCase = (name: string) => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const renamed = given.map(([name, value]) => [names[name] ?? snakeCase(name), value]);
  return checked(schema, Object.fromEntries(renamed));
}

/** Ends the command with an error: one line for a person, in their terminal's language; the stack only for what we did not foresee. */
export function fail(error: unknown): void {
  if (error instanceof GalenError) failAs(error.body(terminalLanguage()));
  else {
    process.stderr.write(
      `galen: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = EXIT.failed;
  }
}

/** The same for an error that came over the wire. */
export function failAs({ code, message, id }: Pick<ErrorBody, 'code' | 'message' | 'id'>): void {
  process.stderr.write(`galen: ${message} (${[code, id].filter(Boolean).join(', ')})\n`);
  process.exitCode = exitCodeOf(code);
}

function exitCodeOf(code: string): number {
  if (code.startsWith('DATABASE_') || code === 'PORT_IN_USE') return EXIT.unavailable;
  if (code === 'CONFIG_INVALID') return EXIT.badInput;
  const known = Object.entries(ERROR_STATUSES).find(([name]) => name === code);
  return known !== undefined && known[1] < 500 ? EXIT.badInput : EXIT.failed;
}

export function terminalLanguage(): 'en' | 'vi' {
  // Of all that knows the locale this loads in no time; a format of dates takes as long as the rest of a short command.
  return new Intl.PluralRules().resolvedOptions().locale.startsWith('vi') ? 'vi' : 'en';
}

/** A bar on a terminal's standard error, redrawn in place; silent elsewhere. Shown only once something takes place. */
export function showProgress(label: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const started = Date.now();
  return (done, total) => {
    // What is over in a moment needs no bar.
    if (Date.now() - started < 300) return;
    const filled = Math.round((done / total) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    process.stderr.write(`\r${label} ${bar} ${done}/${total}${done === total ? '\n' : ''}`);
  };
}
