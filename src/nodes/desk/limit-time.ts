import { setTimeout as wait } from 'node:timers/promises';
import { whenAborted } from '../../engine/map-bounded.ts';

/** A signal that ends with the run, or when the time is over. To be disposed of. */
export function limitTime(outer: AbortSignal, ms: number) {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason ?? new Error('the agent ran out of time'));
  const timer = setTimeout(stop, Math.max(0, ms));
  outer.addEventListener('abort', stop, { once: true });
  if (outer.aborted) stop();
  const { promise, forget } = whenAborted(controller.signal);
  const dispose = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
    forget();
  };
  return { signal: controller.signal, aborted: promise, dispose };
}

/** Waits; false when the time ran out meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal }).catch(() => false);
}
