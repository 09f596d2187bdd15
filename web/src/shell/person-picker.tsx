import { changeSettings, useSettings } from '../settings/settings.ts';
import { useText } from '../text/use-text.ts';
import { useAsker } from './asker-context.tsx';
import { hrefOf } from './router.ts';

/** In demo mode: who asks. What is offered and what may be read changes with it. */
export function PersonPicker() {
  const { t } = useText();
  const { person } = useSettings();
  const demo = useAsker()?.demo;
  if (!demo) return null;
  return (
    <label className="block">
      <span className="eyebrow mb-1 block" title={t.demoNote}>
        {t.whoAsks}
      </span>
      <select
        className="field"
        value={person ?? 'owner'}
        onChange={(event) => {
          changeSettings({ person: event.target.value });
          location.hash = hrefOf('ask');
        }}
      >
        {demo.map((name) => (
          <option key={name} value={name}>
            {t.persons[name] ?? name}
          </option>
        ))}
      </select>
    </label>
  );
}
