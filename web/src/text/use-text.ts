import { useEffect } from 'react';
import type { Language } from '../../../src/domain/language.ts';
import { languageOf, useSettings } from '../settings/settings.ts';
import { EN, type Texts } from './texts.en.ts';
import { VI } from './texts.vi.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, vi: VI };

/** The page's words in the asker's language, and that language. */
export function useText(): { t: Texts; language: Language } {
  const language = languageOf(useSettings());
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return { t: TEXTS[language], language };
}
