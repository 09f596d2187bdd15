import { type ReactNode, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Citation } from '../../../src/domain/answer.ts';
import { useText } from '../text/use-text.ts';

const CARD_WIDTH = 352;
const GAP = 8;

interface CitationMarkProps {
  citation: Citation;
  title: string;
  card: ReactNode;
  isOpen: boolean;
  onOpen: (citation: Citation, mark: HTMLElement) => void;
}

/** A numeral behind a sentence: hover or focus shows the quote, a click opens its source. */
export function CitationMark({ citation, title, card, isOpen, onOpen }: CitationMarkProps) {
  const { t } = useText();
  const id = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number } | null>(null);
  const show = () => mark.current && setPlace(placeBeside(mark.current.getBoundingClientRect()));
  const hide = () => setPlace(null);

  return (
    <>
      <button
        ref={mark}
        type="button"
        className="cite"
        data-source={citation.source_index}
        aria-label={`${t.openSource(citation.source_index, title)} ${t.supportOf(citation.support)}`}
        aria-expanded={isOpen}
        {...(place === null ? {} : { 'aria-describedby': id })}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
        onClick={(event) => {
          hide();
          onOpen(citation, event.currentTarget);
        }}
      >
        {citation.source_index}
      </button>
      {place !== null &&
        createPortal(
          <div
            id={id}
            role="tooltip"
            className="card appear no-print pointer-events-none fixed z-50 w-88 max-w-[calc(100vw-1rem)] p-4"
            style={place}
          >
            {card}
          </div>,
          document.body,
        )}
    </>
  );
}

/** Below the mark, or above it where there is more room; never beyond the window's sides. */
function placeBeside({ left, top, bottom }: DOMRect): { left: number; top?: number; bottom?: number } {
  const x = Math.max(GAP, Math.min(left - 24, window.innerWidth - CARD_WIDTH - GAP));
  return bottom < window.innerHeight * 0.6
    ? { left: x, top: bottom + GAP }
    : { left: x, bottom: window.innerHeight - top + GAP };
}
