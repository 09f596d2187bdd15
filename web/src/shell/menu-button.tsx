import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface MenuItem {
  label: string;
  act: () => void | Promise<void>;
  isDanger?: boolean;
}

/** A button with a small menu: arrows move, Escape closes, focus comes back. */
export function MenuButton({
  label,
  icon,
  items,
  className = 'button quiet',
}: {
  label: string;
  icon?: ReactNode;
  items: readonly MenuItem[];
  className?: string;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    frame.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const onPress = (event: PointerEvent) => {
      // A target outside this menu closes it; targets of pointer events are nodes.
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (step: number) => {
    const all = [...(frame.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    // What has the focus is one of them, or none.
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  };

  return (
    <div ref={frame} className="relative">
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        {...(icon === undefined ? {} : { 'aria-label': label })}
        onClick={() => setOpen(!isOpen)}
      >
        {icon ?? label}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className="card appear absolute right-0 z-30 mt-1 min-w-44 p-1"
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
            if (event.key === 'ArrowDown') move(1);
            if (event.key === 'ArrowUp') move(-1);
            if (event.key === 'Tab') setOpen(false);
            if (event.key.startsWith('Arrow')) event.preventDefault();
          }}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              className={`block w-full rounded-md px-3 py-1.5 text-left text-[0.9375rem] hover:bg-sunken ${item.isDanger ? 'text-danger' : ''}`}
              onClick={() => {
                close();
                void item.act();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
