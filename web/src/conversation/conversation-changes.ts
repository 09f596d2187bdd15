import { useEffect, useState } from 'react';

const channel = new BroadcastChannel('galen');
const listeners = new Set<() => void>();
channel.onmessage = () => {
  for (const listener of listeners) listener();
};

/** Tells this tab and the others that conversations or decisions have changed. */
export function announceChange(): void {
  for (const listener of listeners) listener();
  channel.postMessage('changed');
}

/** A number that grows with every change, here or in another tab. */
export function useChanges(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const listener = () => setCount((before) => before + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return count;
}
