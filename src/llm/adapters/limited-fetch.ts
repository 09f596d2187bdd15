type Fetch = typeof globalThis.fetch;

/** No honest answer is this long; a runaway one must not fill the memory. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Fetch whose response bodies break off with an error beyond the limit. */
export function limitedFetch(maxBytes: number, fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;

    let received = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          received += chunk.byteLength;
          if (received > maxBytes)
            controller.error(new Error(`The response is larger than ${maxBytes} bytes.`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
