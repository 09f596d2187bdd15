export interface RetryBudget {
  /** Each first attempt earns a part of a retry. */
  earn(): void;
  /** False when retries have outrun their share of the requests. */
  spend(): boolean;
}

/** A token bucket that keeps retries a fixed share of requests, so that an outage is not multiplied by its callers. */
export function createRetryBudget({ ratio, reserve }: { ratio: number; reserve: number }): RetryBudget {
  let tokens = reserve;
  return {
    earn() {
      tokens = Math.min(reserve, tokens + ratio);
    },
    spend() {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
