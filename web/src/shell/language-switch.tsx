import type { Language } from '../../../src/domain/language.ts';
import { changeSettings } from '../settings/settings.ts';
import { useText } from '../text/use-text.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', vi: 'Tiếng Việt' };

/** The page's languages by their own names. */
export function LanguageSwitch() {
  const { t, language } = useText();
  return (
    <fieldset className="mt-2 flex gap-1">
      <legend className="sr-only">{t.settings.language}</legend>
      {(Object.keys(NAMES) as Language[]).map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={language === code}
          className={`flex-1 rounded-md px-2 py-1 text-sm ${language === code ? 'bg-surface font-semibold text-ink' : 'text-muted hover:text-ink'}`}
          onClick={() => changeSettings({ language: code })}
        >
          {NAMES[code]}
        </button>
      ))}
    </fieldset>
  );
}
