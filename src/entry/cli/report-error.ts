import { GalenError } from '../../domain/errors.ts';

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
