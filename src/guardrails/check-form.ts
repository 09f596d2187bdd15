import { MAX_MESSAGE_LENGTH, MIN_MEANINGFUL_LENGTH } from '../domain/ask.ts';
import type { ErrorCode, ErrorDetails } from '../domain/errors.ts';

export type FormVerdict =
  | { ok: true; message: string }
  | { ok: false; code: ErrorCode; details: ErrorDetails };

/** Control characters other than tab, line feed and carriage return, and marks that reorder text unseen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a message is text of a length Galen takes; gives it back in one Unicode form, trimmed. */
export function checkForm(raw: string): FormVerdict {
  if (!isReadable(raw)) return refuse('QUERY_BAD_CHARACTERS');
  const message = raw.normalize('NFC').trim();
  if (message.length === 0) return refuse('QUERY_EMPTY');
  if (message.length > MAX_MESSAGE_LENGTH) return refuse('QUERY_TOO_LONG', { limit: MAX_MESSAGE_LENGTH });
  const meaningful = message.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (meaningful < MIN_MEANINGFUL_LENGTH)
    return refuse('QUERY_TOO_SHORT', { minimum: MIN_MEANINGFUL_LENGTH });
  return { ok: true, message };
}

/** Whether a string is text through and through: no broken surrogates, control characters or hidden reordering. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}

function refuse(code: ErrorCode, details: ErrorDetails = {}): FormVerdict {
  return { ok: false, code, details };
}
