/** A signal that aborts when its time is up or its parent aborts. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** True when time ran out here, as opposed to the parent giving up. */
  expired(): boolean;
  /** Begins again with this much time. */
  restart(ms: number): void;
  /** Lets go of the timer and of whatever still listens to the signal. */
  end(): void;
}

/** An own timer rather than AbortSignal.timeout: it can begin again, and goes when the call is over. */
export function startTimeLimit(ms: number, parent: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let expired = false;
  let timer: NodeJS.Timeout | undefined;

  const abort = () => controller.abort(new DOMException('The operation was aborted.', 'AbortError'));
  const start = (duration: number) => {
    timer = setTimeout(
      () => {
        expired = true;
        abort();
      },
      Math.max(0, duration),
    );
  };

  if (parent.aborted) abort();
  else {
    parent.addEventListener('abort', abort, { once: true });
    start(ms);
  }

  return {
    signal: controller.signal,
    expired: () => expired,
    restart(duration) {
      if (controller.signal.aborted) return;
      clearTimeout(timer);
      start(duration);
    },
    end() {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
      abort();
    },
  };
}

/** The work's result, or a rejection as soon as the signal aborts, even if the work never notices. */
export function orAbort<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const settle = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
  });
}
