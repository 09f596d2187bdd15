import { useCallback, useEffect, useState } from 'react';
import { useSettings } from '../settings/settings.ts';
import { afterFailure, type Held, heldOf } from './held-value.ts';

export interface Loaded<Value> {
  value: Value | null;
  /** May stand beside a value: what was loaded before stays when it cannot be loaded again. */
  error: Error | null;
  reload: () => void;
}

/**
 * Loads on mount, when `key` or `again` changes and when another person asks; what comes too late is dropped. Another
 * `key` is another thing: nothing of the one before is shown for it. Another `again` is the same thing, looked at anew.
 */
export function useLoad<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  again: string | number = '',
): Loaded<Value> {
  const { person } = useSettings();
  const of = JSON.stringify([person, key]);
  const [held, setHeld] = useState<Held<Value>>({ of: null, value: null, error: null });
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made anew at each render; `key` and `again` say when it differs.
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (value) => !abort.signal.aborted && setHeld({ of, value, error: null }),
      (error: Error) => !abort.signal.aborted && setHeld((before) => afterFailure(before, of, error)),
    );
    return () => abort.abort();
  }, [of, again, count]);
  const reload = useCallback(() => setCount((before) => before + 1), []);
  const { value, error } = heldOf(held, of);
  return { value, error, reload };
}
