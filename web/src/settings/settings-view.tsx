import type { Language } from '../../../src/domain/language.ts';
import { useAsker } from '../shell/asker-context.tsx';
import { offeredFlows } from '../shell/offered-flows.ts';
import { ViewFrame } from '../shell/view-frame.tsx';
import { useText } from '../text/use-text.ts';
import { MemorySettings } from './memory-settings.tsx';
import { changeSettings, type Theme, useSettings } from './settings.ts';

/** How the page looks, what Galen remembers, and what this server is. */
export function SettingsView() {
  const { t } = useText();
  const asker = useAsker();
  const { language, theme } = useSettings();
  return (
    <ViewFrame title={t.nav.settings} intro={t.settings.intro}>
      <div className="grid max-w-[44rem] gap-6">
        <section className="card p-5">
          <h2 className="mb-3 font-semibold text-lg">{t.settings.appearance}</h2>
          <div className="grid gap-4 sm:grid-cols-2">
            <label>
              <span className="mb-1 block text-muted text-sm">{t.settings.language}</span>
              <select
                className="field"
                value={language ?? ''}
                // Its options are the languages, and nothing for the browser's.
                onChange={(event) =>
                  changeSettings({ language: (event.target.value || null) as Language | null })
                }
              >
                <option value="">{t.settings.followBrowser}</option>
                <option value="en">English</option>
                <option value="vi">Tiếng Việt</option>
              </select>
            </label>
            <label>
              <span className="mb-1 block text-muted text-sm">{t.settings.theme}</span>
              <select
                className="field"
                value={theme}
                // Its options are the themes.
                onChange={(event) => changeSettings({ theme: event.target.value as Theme })}
              >
                {(['system', 'light', 'dark'] as const).map((name) => (
                  <option key={name} value={name}>
                    {t.settings.themes[name]}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </section>
        <MemorySettings />
        {asker !== null && (
          <section className="card p-5">
            <h2 className="mb-3 font-semibold text-lg">{t.settings.about}</h2>
            <dl className="grid grid-cols-[8rem_1fr] gap-y-1.5 text-[0.9375rem]">
              <dt className="text-muted">{t.settings.model}</dt>
              <dd>{asker.model === 'none' ? t.settings.noModel : asker.model}</dd>
              <dt className="text-muted">{t.whoAsks}</dt>
              <dd>{t.persons[asker.principal.role] ?? asker.principal.user_id}</dd>
              <dt className="text-muted">{t.flow}</dt>
              <dd>
                {offeredFlows(asker)
                  .map((flow) => t.flows[flow])
                  .join(', ')}
              </dd>
            </dl>
          </section>
        )}
      </div>
    </ViewFrame>
  );
}
