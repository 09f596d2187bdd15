import type { ErrorCode, ErrorDetails } from '../domain/errors.ts';
import { type ImageHeader, imageType, readImageHeader } from './read-image-header.ts';

export type ImageVerdict =
  | { ok: true; image: ImageHeader & { bytes: number } }
  | { ok: false; code: ErrorCode; details: ErrorDetails };

/** A small file may unfold to more pixels than a machine has memory for. */
const MAX_SIDE = 12_000;
const MAX_PIXELS = 50_000_000;
const BYTES_PER_MB = 1_000_000;
const DATA_URL = /^data:[\w.+/-]{0,100}(?:;[\w.+-]{1,40}=[\w.+-]{1,40}){0,4};base64,/iu;
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}$/u;

/** Whether an image is one, by its content and not by its name, and of a size that Galen takes: a data URL or base64. */
export function checkImage(image: string, { maxMb }: { maxMb: number }): ImageVerdict {
  const encoded = image.slice(DATA_URL.exec(image.slice(0, 600))?.[0].length ?? 0).trim();
  // Four signs are three bytes: what is too large is not even decoded.
  if ((encoded.length / 4) * 3 > maxMb * BYTES_PER_MB + 3) return refuse('IMAGE_TOO_LARGE', { limit: maxMb });
  if (encoded.length === 0 || !BASE64.test(encoded)) return refuse('IMAGE_UNREADABLE');
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maxMb * BYTES_PER_MB) return refuse('IMAGE_TOO_LARGE', { limit: maxMb });
  const type = imageType(bytes);
  if (type === null) return refuse('IMAGE_TYPE_UNKNOWN');
  const header = readImageHeader(type, bytes);
  if (header === null) return refuse('IMAGE_UNREADABLE');
  const { width, height } = header;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    return refuse('IMAGE_TOO_MANY_PIXELS', { width, height, side: MAX_SIDE, megapixels: MAX_PIXELS / 1e6 });
  }
  return { ok: true, image: { ...header, bytes: bytes.length } };
}

function refuse(code: ErrorCode, details: ErrorDetails = {}): ImageVerdict {
  return { ok: false, code, details };
}
