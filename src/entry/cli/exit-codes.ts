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
