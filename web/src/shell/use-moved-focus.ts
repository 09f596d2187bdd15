import { type RefObject, useEffect, useRef } from 'react';

/** Who goes to another view goes there with the focus, unless something in it has taken it already. */
export function useMovedFocus(place: RefObject<HTMLElement | null>, view: string): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    const element = place.current;
    if (element?.contains(document.activeElement) === false) element.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place, view]);
}
