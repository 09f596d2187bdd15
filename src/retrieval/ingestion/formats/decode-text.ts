/** The text of UTF-8 bytes, or of UTF-16 with its byte order mark; null when they are neither. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // No text holds a null character, and PostgreSQL would not store it.
    return text.includes('\u0000') ? null : text;
  } catch {
    // The decoder throws on the first byte sequence that is no text.
    return null;
  }
}

/** The encoding that the byte order mark names; UTF-8 where there is none. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
