export interface GatewaySettings {
  /** One deadline for a task with all its attempts, repairs and fallbacks. */
  taskTimeoutMs: number;
  /** For one structured answer, or for the first token of a streamed one. */
  attemptTimeoutMs: number;
  /** Between two tokens of a stream. */
  idleTimeoutMs: number;
  maxAttempts: number;
  backoffBaseMs: number;
  backoffMaxMs: number;
  /** Failures in a row that open a provider's circuit. */
  breakerFailures: number;
  /** How long it stays open before one probe is let through. */
  breakerOpenMs: number;
  /** Retries earned by each first attempt. */
  retryRatio: number;
  /** Retries a quiet process has in hand. */
  retryReserve: number;
  throttleWindowMs: number;
  /** Local rejection begins when requests exceed accepts by this factor. */
  throttleMultiplier: number;
  /** Below this many requests in the window nothing is rejected: one 429 says little. */
  throttleMinRequests: number;
}

export const DEFAULT_GATEWAY_SETTINGS: Readonly<GatewaySettings> = {
  taskTimeoutMs: 30_000,
  attemptTimeoutMs: 20_000,
  idleTimeoutMs: 8_000,
  maxAttempts: 3,
  backoffBaseMs: 500,
  backoffMaxMs: 8_000,
  breakerFailures: 5,
  breakerOpenMs: 15_000,
  retryRatio: 0.2,
  retryReserve: 10,
  throttleWindowMs: 120_000,
  throttleMultiplier: 2,
  throttleMinRequests: 10,
};
