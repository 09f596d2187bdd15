import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';

const TICK_MS = 10;
/** So long the connection has for each tick to get on: a slow machine is not taken for a slow model. */
const REAL_MS_A_TICK = 4;

/** Does the work while time passes in ticks, however long a tick takes this machine. */
export async function onItsOwnClock<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  try {
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    // Awaited below; until then a failure is not one that nobody hears of.
    result.catch(() => undefined);
    while (!isOver) {
      await sleep(REAL_MS_A_TICK);
      await vi.advanceTimersByTimeAsync(TICK_MS);
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
