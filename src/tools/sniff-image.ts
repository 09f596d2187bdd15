export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** The kind of an image by its first bytes, whatever its name says; null when it is none that a model reads. */
export function sniffImage(bytes: Uint8Array): ImageType | 'dicom' | null {
  const text = (start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/u.test(text(0, 6))) return 'image/gif';
  return text(128, 132) === 'DICM' ? 'dicom' : null;
}
