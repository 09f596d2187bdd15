/** What a model of four billion parameters needs on a processor without a GPU. */
export const DEFAULT_GATEWAY_SETTINGS = {
  /** One deadline for a task with all its attempts, repairs and fallbacks. */
  taskTimeoutMs: 180_000,
  /** Until the first token of a stream: so long five sources may take to be read. */
  firstTokenMs: 60_000,
  /** Between two tokens of a stream. */
  idleTimeoutMs: 20_000,
  /** Without a word for so long, a server is asked whether it is there at all. */
  silenceMs: 10_000,
  /** And has so long to say it. */
  probeMs: 3_000,
  maxAttempts: 3,
  backoffBaseMs: 500,
  backoffMaxMs: 8_000,
  /** Failures in a row that open a provider's circuit. */
  breakerFailures: 5,
  /** How long it stays open before one probe is let through. */
  breakerOpenMs: 15_000,
  /** Silences in a row that open it. */
  breakerSilences: 2,
  /** How long it then stays open. */
  silentOpenMs: 60_000,
  /** Retries earned by each first attempt. */
  retryRatio: 0.2,
  /** Retries a quiet process has in hand. */
  retryReserve: 10,
};
export type GatewaySettings = Readonly<typeof DEFAULT_GATEWAY_SETTINGS>;
