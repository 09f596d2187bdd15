/** A response's body as text; breaks off with an error beyond the limit. */
export async function readLimited(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the body.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`the body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
