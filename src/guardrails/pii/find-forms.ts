import { isCardNumber, isCitizenId, isIban } from './checksums.ts';
import type { PiiKind, PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

interface Form {
  kind: PiiKind;
  pattern: RegExp;
  /** What must be somewhere in the text: cheaper to look for than the form. */
  needs?: RegExp;
  /** Whether what has the form is one: by its check digits, or by what stands before it. */
  holds?: (found: string, before: string) => boolean;
}

/** A line for everybody is nobody's number. */
const PUBLIC_LINE =
  /(?:poison|hotline|helpline|crisis|lifeline|emergency|duong day nong|tong dai|cap cuu)[^\n]{0,30}$/u;
/** Somebody is to be called, a few words before. */
const CALLING =
  /\b(?:phone|telephone|tel|call|calling|dial|ring|text|sms|mobile|cell|contact|reach|voicemail|whatsapp|my number|number is|number:|dien thoai|sdt|lien he|goi)\b[^\d\n]{0,40}$|(?<![\p{L}\p{N}])[ptmfohc] ?[:.] ?$/u;
const NUMBERED_PART = /(?:section|version|chapter|protocol|part|phan|muc|ec|v)[\s.]{0,2}$/u;

const isPrivateLine = (_: string, before: string) => !PUBLIC_LINE.test(before);
const digitsOf = (found: string) => found.replace(/\D/gu, '');

/** What names a person by its form alone. */
const FORMS: readonly Form[] = [
  {
    kind: 'EMAIL',
    needs: /@/u,
    pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  },
  {
    kind: 'URL',
    needs: /:\/\/|www\./iu,
    pattern: /(?:https?:\/\/|www\.)[^\s<>"'()[\]\u2588]{3,300}(?<![.,;:!?])/giu,
  },
  {
    kind: 'IP',
    needs: /\d\.\d{1,3}\.\d/u,
    pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d]|\.\d)/gu,
    holds: (found, before) =>
      found.split('.').every((part) => Number(part) < 256) && !NUMBERED_PART.test(before),
  },
  {
    kind: 'IP',
    needs: /[\da-f]:[\da-f:]/iu,
    pattern: /(?<![\p{L}\p{N}:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){1,7}(?![\p{L}\p{N}:])/giu,
    holds: (found) => found.includes('::') || found.split(':').length === 8,
  },
  {
    kind: 'ACCOUNT',
    needs: /[A-Z]{2}\d{2} ?[A-Z\d]{4}/u,
    pattern: /(?<![\p{L}\p{N}.])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu,
    holds: isIban,
  },
  {
    kind: 'ACCOUNT',
    needs: /[2-6]\d{3}[ -]?\d{2}/u,
    pattern: /(?<![\p{L}\p{N}.])[2-6]\d{3}(?:[ -]?\d{2,6}){2,4}(?![\p{L}\p{N}])/gu,
    holds: isCardNumber,
  },
  {
    kind: 'NATIONAL_ID',
    needs: /\d-\d{2}-\d{4}/u,
    pattern: /(?<![\p{L}\p{N}.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\p{L}\p{N}-])/gu,
  },
  {
    kind: 'NATIONAL_ID',
    needs: /0\d{11}/u,
    pattern: /(?<![\p{L}\p{N}.,-])0\d{11}(?![\p{L}\p{N}]|[.,]\d)/gu,
    holds: isCitizenId,
  },
  {
    kind: 'INSURANCE',
    needs: /[A-Z]{2} ?[1-5] ?\d{2}/u,
    pattern: /(?<![\p{L}\p{N}])[A-Z]{2} ?[1-5] ?\d{2} ?\d{2} ?\d{3} ?\d{5}(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'VEHICLE',
    needs: /[A-Z][A-Z\d]?[ -]\d{3}/u,
    pattern: /(?<![\p{L}\p{N}.-])[1-9]\d-?[A-Z][A-Z\d]?[ -]\d{3}(?:\.\d{2}|\d{1,2})(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'PHONE',
    needs: /\+\d/u,
    pattern:
      /(?<![\p{L}\p{N}])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}])/gu,
    holds: isPrivateLine,
  },
  {
    kind: 'PHONE',
    needs: /\d{3}[ .-]\d{4}/u,
    pattern:
      /(?:(?<![\p{L}\p{N}.+-])(?:00)?1[ .-])?(?:\(\d{3}\) ?|(?<![\p{L}\p{N}.-]|(?<!\d)\d,)\d{3}[.-]|(?<=1[ .-])\d{3}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}])/gu,
    holds: isPrivateLine,
  },
  {
    kind: 'PHONE',
    needs: /0\d{1,4}\)?[ .-]?\d{2}/u,
    pattern:
      /(?<![\p{L}\p{N}.+-]|(?<!\d)\d,|\d )(?:\(0\d{1,4}\)|0\d{1,4})(?:[ .-]?\d{2,4}){2,5}(?![\p{L}\p{N}]|\.\d|,\d{1,3}(?!\d))/gu,
    holds: (found, before) => {
      const { length } = digitsOf(found);
      return length >= 9 && length <= 11 && isPrivateLine(found, before);
    },
  },
  {
    kind: 'PHONE',
    needs: /\d-(?:office|fax|home|mobile|cell|work)/iu,
    pattern: /(?<![\p{L}\p{N}.+-])\+?\(?\d[\d ().-]{4,18}\d(?=-(?:office|fax|home|mobile|cell|work)\b)/giu,
  },
  {
    kind: 'PHONE',
    pattern:
      /(?<![\p{L}\p{N}.+-])\(?\d{2,5}\)?(?:[ .-]{1,2}\(?\d{2,8}\)?){1,5}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}]|[.,]\d)/gu,
    holds: (found, before) => {
      const { length } = digitsOf(found);
      return length >= 6 && length <= 15 && CALLING.test(before) && isPrivateLine(found, before);
    },
  },
];

/** Addresses and numbers that have the form of nothing else. */
export function findForms({ text, folded }: ReadText): PiiSpan[] {
  return FORMS.filter(({ needs }) => needs?.test(text) ?? true).flatMap(({ kind, pattern, holds }) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) => holds?.(found, folded.slice(Math.max(0, index - 60), index)) ?? true)
      .map(({ 0: found, index }) => ({ kind, start: index, end: index + found.length })),
  );
}
