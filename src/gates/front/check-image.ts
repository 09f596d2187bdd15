import type { ErrorCode, ErrorDetails } from '../../domain/errors.ts';

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

type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

interface ImageHeader {
  type: ImageType;
  width: number;
  height: number;
}

type Size = Pick<ImageHeader, 'width' | 'height'>;

const JPEG_MARKER = 0xff;
/** Frame headers; those between that are tables or reserved are none. */
const isJpegFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Markers that stand alone, with no length after them. */
const isJpegAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

/** The kind of image by its first bytes; null for anything else, whatever its name says. */
function imageType(bytes: Buffer): ImageType | null {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (bytes[0] === JPEG_MARKER && bytes[1] === 0xd8 && bytes[2] === JPEG_MARKER) return 'jpeg';
  if (/^GIF8[79]a$/u.test(bytes.toString('latin1', 0, 6))) return 'gif';
  return text(bytes, 0) === 'RIFF' && text(bytes, 8) === 'WEBP' ? 'webp' : null;
}

/** What an image says of itself in its header, or null where that is cut off or makes no sense. Nothing is decompressed. */
function readImageHeader(type: ImageType, bytes: Buffer): ImageHeader | null {
  const size = readSize(type, bytes);
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : null;
}

function readSize(type: ImageType, bytes: Buffer): Size | null {
  if (type === 'jpeg') return jpegSize(bytes);
  if (type === 'webp') return bytes.length < 30 ? null : webpSize(bytes);
  if (type === 'gif') {
    return bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.length < 24 || text(bytes, 12) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the frame header: what stands before it (a camera's notes, a preview) may be long. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== JPEG_MARKER) return null;
    const code = bytes[at + 1] ?? 0;
    // Markers may be filled up with more of the same byte.
    if (code === JPEG_MARKER) at += 1;
    else if (isJpegAlone(code)) at += 2;
    else if (isJpegFrame(code)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return null;
      at += 2 + length;
    }
  }
  return null;
}

/** Three ways of coding, each with its own place for the size: lossy, lossless, extended. */
function webpSize(bytes: Buffer): Size | null {
  const chunk = text(bytes, 12);
  if (chunk === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (chunk === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return null;
}

const text = (bytes: Buffer, from: number) => bytes.toString('latin1', from, from + 4);
