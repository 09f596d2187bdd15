import { z } from 'zod';
import { ERROR_TEXTS } from '../../texts/errors.ts';
import { fillTemplate, type Language } from './language.ts';

/** Every error Galen can answer with, and its HTTP status; `docs/errors.md` lists the same codes. */
export const ERROR_STATUSES = {
  BAD_JSON: 400,
  BAD_ENCODING: 400,
  BAD_REQUEST: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_FILES: 413,
  QUERY_EMPTY: 400,
  QUERY_TOO_SHORT: 400,
  QUERY_TOO_LONG: 400,
  QUERY_BAD_CHARACTERS: 400,
  QUERY_REFUSED: 400,
  IMAGE_UNREADABLE: 400,
  IMAGE_TYPE_UNKNOWN: 415,
  IMAGE_TOO_LARGE: 413,
  IMAGE_TOO_MANY_PIXELS: 413,
  FLOW_NOT_AVAILABLE: 400,
  ROLE_UNKNOWN: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  CLINICIANS_ONLY: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RUN_NOT_WAITING: 409,
  APPROVAL_DECIDED: 409,
  APPROVAL_EXPIRED: 410,
  APPROVAL_STALE: 409,
  APPROVAL_NEEDS_REASON: 422,
  PREFETCH_NEEDED: 412,
  LAUNCH_REFUSED: 403,
  TOO_MANY_RUNS: 429,
  RUN_INTERRUPTED: 503,
  RUN_TIMED_OUT: 504,
  RUN_STOPPED: 409,
  DATABASE_UNAVAILABLE: 503,
  DATABASE_DAMAGED: 500,
  DATABASE_READ_ONLY: 500,
  DATABASE_DISK_FULL: 507,
  DATABASE_IN_USE: 409,
  DATABASE_TOO_NEW: 500,
  DATABASE_LACKS_EXTENSION: 500,
  KNOWLEDGE_UNREADABLE: 500,
  DOCUMENT_UNREADABLE: 422,
  DOCUMENT_TOO_LARGE: 413,
  DOCUMENT_FORMAT_UNKNOWN: 415,
  SEARCH_ENGINE_UNAVAILABLE: 503,
  SEARCH_MODEL_FAILED: 503,
  SEARCH_MODEL_NOT_INSTALLED: 500,
  CHART_UNAVAILABLE: 503,
  CHART_BUSY: 503,
  CHART_ACCESS_REFUSED: 502,
  CHART_REQUEST_REFUSED: 502,
  CHART_RESOURCE_INVALID: 422,
  CHART_CHANGED: 409,
  CHART_CONFLICT: 409,
  FLOW_UNKNOWN_OUTCOME: 500,
  FLOW_UNWRITTEN_READ: 500,
  FLOW_BAD_WRITE: 500,
  FLOW_MAX_STEPS: 500,
  FLOW_NODE_FAILED: 500,
  FLOW_BAD_RESUME: 409,
  PORT_IN_USE: 409,
  CONFIG_INVALID: 500,
  INTERNAL: 500,
} as const satisfies Record<keyof typeof ERROR_TEXTS, number>;

export type ErrorCode = keyof typeof ERROR_STATUSES;

/** Asking again may help. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'TOO_MANY_RUNS',
  'RUN_INTERRUPTED',
  'RUN_TIMED_OUT',
  'DATABASE_UNAVAILABLE',
  'DATABASE_DISK_FULL',
  'SEARCH_ENGINE_UNAVAILABLE',
  'SEARCH_MODEL_FAILED',
  'CHART_UNAVAILABLE',
  'CHART_BUSY',
]);
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** The error as it stands on the wire, under `error`. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  /** Finds it in the log; of errors that are logged. */
  id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The only error class of Galen: a code of the catalogue and the details that fill its message. */
export class GalenError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** The language of the question it answers, where that is known. */
  readonly language: Language | null;
  /** Of this one error: the log has it too. */
  readonly id: string = crypto.randomUUID();

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: { cause?: unknown; language?: Language | null } = {},
  ) {
    super(errorMessage(code, details, 'en'), options);
    this.name = 'GalenError';
    this.code = code;
    this.details = details;
    this.language = options.language ?? null;
  }

  get status(): number {
    return ERROR_STATUSES[this.code];
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }

  body(language: Language = this.language ?? 'en'): ErrorBody {
    const { code, details, retryable } = this;
    return { code, message: errorMessage(code, details, language), retryable };
  }

  /** With what finds it in the log, where such an error is put. */
  loggedBody(language?: Language): ErrorBody {
    return { ...this.body(language), ...(this.status >= 500 ? { id: this.id } : {}) };
  }
}

function errorMessage(code: ErrorCode, details: ErrorDetails, language: Language): string {
  return fillTemplate(ERROR_TEXTS[code][language], details);
}

/** The code that Node, a database or a library gave an error; none for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
