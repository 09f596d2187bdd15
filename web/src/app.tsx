import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConversationView } from './conversation/conversation-view.tsx';
import { Welcome } from './conversation/welcome.tsx';
import { useSettings } from './settings/settings.ts';
import { AskerProvider } from './shell/asker-context.tsx';
import { Icon } from './shell/icon.tsx';
import { replaceRoute, useRoute } from './shell/router.ts';
import { SideBar } from './shell/side-bar.tsx';
import { useMovedFocus } from './shell/use-moved-focus.ts';
import { useText } from './text/use-text.ts';

const ClinicView = lazy(() =>
  import('./clinic/clinic-view.tsx').then((file) => ({ default: file.ClinicView })),
);
const KnowledgeView = lazy(() =>
  import('./knowledge/knowledge-view.tsx').then((file) => ({ default: file.KnowledgeView })),
);
const ActivityView = lazy(() =>
  import('./activity/activity-view.tsx').then((file) => ({ default: file.ActivityView })),
);
const SettingsView = lazy(() =>
  import('./settings/settings-view.tsx').then((file) => ({ default: file.SettingsView })),
);

export function App() {
  const { t } = useText();
  const { person } = useSettings();
  const route = useRoute();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere closes the menu.
  useEffect(() => setMenuOpen(false), [route.view, route.id, route.conversation]);
  useMovedFocus(main, route.view);
  const title = t.nav[route.view];
  useEffect(() => {
    document.title = `${title} · Galen`;
  }, [title]);
  const closeMenu = () => {
    // At once: what is inert takes no focus.
    flushSync(() => setMenuOpen(false));
    menu.current?.focus();
  };

  return (
    <AskerProvider>
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to a place on the page; the address holds the view. */}
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-surface px-4 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t.skip}
      </a>
      <div className="flex min-h-dvh max-lg:flex-col">
        <header
          inert={isMenuOpen}
          className="no-print sticky top-0 z-20 flex items-center gap-2 border-line border-b bg-paper px-2 py-1.5 lg:hidden"
        >
          <button
            ref={menu}
            type="button"
            className="button quiet"
            aria-label={t.menu}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
          </button>
          <a href="#/ask" className="font-semibold font-serif text-xl">
            Galen
          </a>
        </header>
        <SideBar route={route} isOpen={isMenuOpen} onClose={closeMenu} />
        {/* Another person has nothing of what the one before had on the page. */}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          key={person}
          inert={isMenuOpen}
          className="flex min-w-0 flex-1 outline-none"
        >
          <Suspense fallback={<p className="p-8 text-muted">{t.loading}</p>}>
            {route.view === 'ask' && (
              <ConversationView
                id={route.id}
                flow={null}
                onBegun={(id) => replaceRoute('ask', id)}
                renderWelcome={(ask) => <Welcome onAsk={ask} />}
              />
            )}
            {route.view === 'desk' && (
              <ConversationView
                id={route.id}
                flow="desk"
                onBegun={(id) => replaceRoute('desk', id)}
                renderWelcome={(ask) => <Welcome onAsk={ask} isDesk />}
              />
            )}
            {route.view === 'clinic' && (
              <ClinicView patientId={route.id} conversationId={route.conversation} />
            )}
            {route.view === 'knowledge' && <KnowledgeView />}
            {route.view === 'activity' && <ActivityView />}
            {route.view === 'settings' && <SettingsView />}
          </Suspense>
        </main>
      </div>
    </AskerProvider>
  );
}
