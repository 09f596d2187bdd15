/**
 * The one JSON text of a value: keys sorted, no spaces, `undefined` members left out.
 * Hashes are taken over it, so two equal values always hash the same.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** The value of a JSON text; undefined for what is none. The parser's own message would quote the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of an answer from elsewhere; null where it is longer than allowed. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (received > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The wait that an answer's Retry-After asks for, in milliseconds; null when it asks for none we can read. */
export function retryAfter(header: string | null | undefined, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,6}(?:\.\d+)?$/u.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
