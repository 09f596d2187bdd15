import type { Clock, RandomSource } from '../domain/run-context.ts';

export interface AdaptiveLimit {
  /** Counts the request; true when it should be turned away here, before it costs the provider anything. */
  rejects(random: RandomSource): boolean;
  /** The provider took the request on. */
  accepted(): void;
}

interface AdaptiveLimitOptions {
  windowMs: number;
  multiplier: number;
  minRequests: number;
  clock: Clock;
}

/** How finely the window slides. */
const BUCKETS = 12;

/**
 * Client-side throttling (Google SRE book, "Handling Overload"): reject with probability
 * max(0, (requests - K * accepts) / (requests + 1)) over a sliding window.
 */
export function createAdaptiveLimit(options: AdaptiveLimitOptions): AdaptiveLimit {
  const bucketMs = options.windowMs / BUCKETS;
  let buckets: Bucket[] = [];

  function current(): Bucket {
    const slot = Math.floor(options.clock() / bucketMs);
    buckets = buckets.filter((bucket) => bucket.slot > slot - BUCKETS);
    const last = buckets.at(-1);
    if (last?.slot === slot) return last;
    const bucket = { slot, requests: 0, accepts: 0 };
    buckets.push(bucket);
    return bucket;
  }

  return {
    rejects(random) {
      const bucket = current();
      const requests = sum(buckets, 'requests');
      const accepts = sum(buckets, 'accepts');
      // Turned-away requests count too: that is what makes the limit tighten while callers keep coming.
      bucket.requests += 1;
      if (requests < options.minRequests) return false;
      return random() < (requests - options.multiplier * accepts) / (requests + 1);
    },
    accepted() {
      current().accepts += 1;
    },
  };
}

interface Bucket {
  slot: number;
  requests: number;
  accepts: number;
}

function sum(buckets: readonly Bucket[], key: 'requests' | 'accepts'): number {
  return buckets.reduce((total, bucket) => total + bucket[key], 0);
}
