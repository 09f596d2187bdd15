import { MAX_MESSAGE_LENGTH, MIN_MEANINGFUL_LENGTH } from '../../domain/ask.ts';
import type { ErrorCode, ErrorDetails } from '../../domain/errors.ts';
import { recogniseSmallTalk } from '../../language/read-small-talk.ts';

export type FormVerdict =
  | { ok: true; message: string }
  | { ok: false; code: ErrorCode; details: ErrorDetails };

/** Control characters other than tab, line feed and carriage return, and marks that reorder text unseen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Marks that come along when text is copied and reorder nothing written from left to right: direction hints, left-to-right
 * embeddings and isolates with their ends, byte order marks. Tags are letters that nobody sees.
 */
const STRAY_MARKS = /[\u061c\u200e\u200f\u202a\u202c\u2066\u2068\u2069\ufeff\u{e0001}\u{e0020}-\u{e007f}]/gu;
/** Right-to-left embeddings and isolates: at home in Arabic and Hebrew, a trick elsewhere. */
const RIGHT_TO_LEFT_MARKS = /[\u202b\u2067]/gu;
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** As many letters or digits as mean something: reads no further than that. */
const MEANINGFUL = new RegExp(`^(?:[^\\p{L}\\p{N}]*[\\p{L}\\p{N}]){${MIN_MEANINGFUL_LENGTH}}`, 'u');
const ANYTHING = /[\p{L}\p{N}]/u;

/**
 * Whether a message is text of a length Galen takes; gives it back in one Unicode form, without stray marks, trimmed. A
 * reply may be as short as "bd" or "5": what it means stands in what it answers; so may a greeting.
 */
export function checkForm(raw: string, { isReply = false }: { isReply?: boolean } = {}): FormVerdict {
  const seen = dropStrayMarks(raw);
  if (!isReadable(seen)) return refuse('QUERY_BAD_CHARACTERS');
  const message = seen.normalize('NFC').trim();
  if (message.length === 0) return refuse('QUERY_EMPTY');
  if (message.length > MAX_MESSAGE_LENGTH) return refuse('QUERY_TOO_LONG', { limit: MAX_MESSAGE_LENGTH });
  const mayBeShort = () => ANYTHING.test(message) && (isReply || recogniseSmallTalk(message) !== null);
  if (!MEANINGFUL.test(message) && !mayBeShort())
    return refuse('QUERY_TOO_SHORT', { minimum: MIN_MEANINGFUL_LENGTH });
  return { ok: true, message };
}

/** Whether a string is text through and through: no broken surrogates, control characters or hidden reordering. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}

/** The text without marks that show nothing. Overrides stay, to be refused: they show another order than they hold. */
export function dropStrayMarks(text: string): string {
  const bare = text.replace(STRAY_MARKS, '');
  return RIGHT_TO_LEFT_LETTER.test(bare) ? bare.replace(RIGHT_TO_LEFT_MARKS, '') : bare;
}

function refuse(code: ErrorCode, details: ErrorDetails = {}): FormVerdict {
  return { ok: false, code, details };
}
