import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { usePrinting } from './use-printing.ts';

const AHEAD = '2000px 0px';
const GUESSED_HEIGHT = 480;

/** Draws a turn only near the window: a long conversation stays as light as a short one. It keeps the height it had. */
export function LazyTurn({
  isPinned,
  isBelowBar,
  frameRef,
  children,
}: {
  isPinned: boolean;
  /** Something stands above the conversation that must not cover the question. */
  isBelowBar: boolean;
  frameRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const own = useRef<HTMLDivElement>(null);
  const frame = frameRef ?? own;
  const height = useRef(GUESSED_HEIGHT);
  const [isNear, setNear] = useState(isPinned);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          height.current = entry.boundingClientRect.height;
        // In the pauses between frames: a turn that comes near is not yet in sight.
        startTransition(() => setNear(entry.isIntersecting));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const isPrinted = usePrinting();
  const isShown = isNear || isPinned || isPrinted;
  return (
    <div
      ref={frame}
      className={isBelowBar ? 'scroll-mt-34 lg:scroll-mt-20' : 'scroll-mt-16 lg:scroll-mt-6'}
      style={isShown ? {} : { height: height.current }}
    >
      {isShown ? children : null}
    </div>
  );
}
