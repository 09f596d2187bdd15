import { useEffect, useRef } from 'react';
import { PendingCount } from '../clinic/pending-count.tsx';
import { ConversationList } from '../conversation/conversation-list.tsx';
import { useText } from '../text/use-text.ts';
import { useAsker } from './asker-context.tsx';
import { Icon } from './icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { offeredFlows } from './offered-flows.ts';
import { PersonPicker } from './person-picker.tsx';
import { hrefOf, type Route, type View } from './router.ts';

/** Where one can go, what was asked before, and who asks. On a narrow screen it lies over the page. */
export function SideBar({ route, isOpen, onClose }: { route: Route; isOpen: boolean; onClose: () => void }) {
  const { t } = useText();
  const asker = useAsker();
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) frame.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isOpen]);
  const views: View[] = [
    'ask',
    ...(asker?.may_use_charts ? (['clinic'] as const) : []),
    ...(asker !== null && offeredFlows(asker).includes('desk') ? (['desk'] as const) : []),
    'knowledge',
    'activity',
    'settings',
  ];

  return (
    <>
      {isOpen && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t.close}
          className="fixed inset-0 z-30 bg-ink/40 lg:hidden"
          onClick={onClose}
        />
      )}
      <nav
        ref={frame}
        aria-label={t.menu}
        className={`no-print z-40 flex w-[17rem] shrink-0 flex-col border-line border-r bg-sunken max-lg:fixed max-lg:inset-y-0 max-lg:left-0 lg:sticky lg:top-0 lg:h-dvh ${isOpen ? '' : 'max-lg:hidden'}`}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <div className="flex items-center justify-between px-4 pt-4 pb-3">
          <a
            href="#/ask"
            className="flex items-center gap-2.5 font-semibold font-serif text-2xl tracking-tight"
          >
            <Mark />
            Galen
          </a>
          <button type="button" className="button quiet lg:hidden" aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="px-3">
          <a href="#/ask" className="button w-full justify-start!">
            <Icon name="plus" />
            {t.newQuestion}
          </a>
        </div>
        <ul className="mt-3 px-3">
          {views.map((view) => {
            const isHere = route.view === view;
            return (
              <li key={view}>
                <a
                  href={hrefOf(view)}
                  aria-current={isHere ? 'page' : undefined}
                  className={`flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium ${isHere ? 'bg-soft text-accent' : 'text-muted hover:text-ink'}`}
                >
                  <Icon name={view} />
                  <span className="flex-1">{t.nav[view]}</span>
                  {view === 'clinic' && <PendingCount />}
                </a>
              </li>
            );
          })}
        </ul>
        <ConversationList current={route.view === 'clinic' ? route.conversation : route.id} />
        <div className="border-line border-t p-3">
          <PersonPicker />
          <LanguageSwitch />
        </div>
      </nav>
    </>
  );
}

/** A G whose bar points at a star: the words behind the answer. */
function Mark() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M22.4 12.2A7.2 7.2 0 1 0 23 17h-6.2"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="23" cy="9" r="2" className="fill-marker" />
    </svg>
  );
}
