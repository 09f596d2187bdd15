import { useCallback, useEffect, useState } from 'react';
import { useSettings } from '../settings/settings.ts';

export interface Loaded<Value> {
  value: Value | null;
  error: Error | null;
  reload: () => void;
}

/** Loads on mount, when `key` changes and when another person asks; what comes too late is dropped. */
export function useLoad<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const { person } = useSettings();
  const [state, setState] = useState<{ value: Value | null; error: Error | null }>({
    value: null,
    error: null,
  });
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made anew at each render; `key` says when it differs.
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (value) => !abort.signal.aborted && setState({ value, error: null }),
      (error: Error) => !abort.signal.aborted && setState({ value: null, error }),
    );
    return () => abort.abort();
  }, [key, person, count]);
  const reload = useCallback(() => setCount((before) => before + 1), []);
  return { ...state, reload };
}
