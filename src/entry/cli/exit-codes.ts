import { GalenError } from '../../domain/errors.ts';

export const EXIT = {
  done: 0,
  failed: 1,
  badInput: 2,
  abstained: 3,
  unavailable: 4,
  auditBroken: 5,
} as const;

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof GalenError)) return EXIT.failed;
  if (error.code.startsWith('DATABASE_') || error.code === 'PORT_IN_USE') return EXIT.unavailable;
  if (error.code === 'CONFIG_INVALID') return EXIT.badInput;
  return error.status < 500 ? EXIT.badInput : EXIT.failed;
}

/** One line for a person, in their terminal's language; the stack only for what we did not foresee. */
export function reportError(error: unknown): void {
  if (error instanceof GalenError) {
    const { code, message } = error.body(terminalLanguage());
    process.stderr.write(`galen: ${message} (${code})\n`);
  } else {
    process.stderr.write(
      `galen: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
}

function terminalLanguage(): 'en' | 'vi' {
  return Intl.DateTimeFormat().resolvedOptions().locale.startsWith('vi') ? 'vi' : 'en';
}
