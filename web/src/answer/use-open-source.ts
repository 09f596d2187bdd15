import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '../shell/use-media.ts';
import type { OpenSource } from './source-panel.tsx';

/** The source that is open beside a view, or over it where there is no room: then nothing behind it is to be reached. */
export function useOpenSource() {
  const [open, setOpen] = useState<OpenSource | null>(null);
  const opener = useRef<HTMLElement>(null);
  const isBeside = useMedia('(width >= 80rem)');
  const onOpen = useCallback((next: OpenSource, mark: HTMLElement) => {
    opener.current = mark;
    setOpen(next);
  }, []);
  const close = () => {
    // At once: what is inert takes no focus.
    flushSync(() => setOpen(null));
    opener.current?.focus();
  };
  return { open, onOpen, close, isBeside, forget: useCallback(() => setOpen(null), []) };
}
