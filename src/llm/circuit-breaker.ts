import type { Clock } from '../domain/run-context.ts';

/** Permission for one call. Settle it once; later settlements are ignored. */
export interface BreakerTicket {
  succeeded(): void;
  failed(): void;
  /** The call told nothing about the provider: the caller gave up. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /** Null while the circuit is open, or half-open with its probe under way. */
  enter(): BreakerTicket | null;
  state(): 'closed' | 'open' | 'half-open';
}

interface BreakerOptions {
  failures: number;
  openMs: number;
  clock: Clock;
}

/** Stops asking a provider that fails again and again; after a while one probe at a time finds out whether it is back. */
export function createCircuitBreaker({ failures, openMs, clock }: BreakerOptions): CircuitBreaker {
  let failuresInARow = 0;
  let openedAt: number | null = null;
  let probing = false;

  function state(): 'closed' | 'open' | 'half-open' {
    if (openedAt === null) return 'closed';
    return clock() - openedAt >= openMs ? 'half-open' : 'open';
  }

  function close(): void {
    failuresInARow = 0;
    openedAt = null;
  }

  function ticket(isProbe: boolean): BreakerTicket {
    let settled = false;
    const settle = (effect: () => void) => () => {
      if (settled) return;
      settled = true;
      if (isProbe) probing = false;
      // A call from before the circuit opened says nothing of now.
      if (isProbe || openedAt === null) effect();
    };
    return {
      succeeded: settle(close),
      failed: settle(() => {
        failuresInARow += 1;
        if (isProbe || failuresInARow >= failures) openedAt = clock();
      }),
      abandoned: settle(() => {}),
    };
  }

  return {
    state,
    enter() {
      const now = state();
      if (now === 'closed') return ticket(false);
      if (now === 'open' || probing) return null;
      probing = true;
      return ticket(true);
    },
  };
}
