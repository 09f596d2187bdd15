import { describe, expect, it } from 'vitest';
import { readLimited } from '../../domain/canonical-json.ts';

describe('a body read within a limit', () => {
  it('is read whole up to it, also where a letter is cut between two pieces', async () => {
    const [head, tail] = [Buffer.from('Sương').subarray(0, 3), Buffer.from('Sương').subarray(3)];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(head);
        controller.enqueue(tail);
        controller.close();
      },
    });
    expect(await readLimited(new Response(body), head.length + tail.length)).toBe('Sương');
    expect(await readLimited(new Response(null), 1)).toBe('');
  });

  it('is broken off beyond it, and its source told to stop', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => {
        isCancelled = true;
      },
    });
    expect(await readLimited(new Response(endless), 10_000)).toBeNull();
    expect(isCancelled).toBe(true);
  });
});
