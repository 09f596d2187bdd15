import { useSyncExternalStore } from 'react';
import type { Language } from '../../../src/domain/language.ts';
import { browserLanguage } from './browser-language.ts';

export type Theme = 'system' | 'light' | 'dark';

/** What the page keeps on this device: nothing of what is asked. */
export interface Settings {
  /** A demo person's name; null is whom the server takes the caller for. */
  person: string | null;
  /** Null follows the browser. */
  language: Language | null;
  theme: Theme;
}

const KEY = 'galen.settings';
const DEFAULTS: Settings = { person: null, language: null, theme: 'system' };
const listeners = new Set<() => void>();
let current = read();

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, getSettings);
}

export function getSettings(): Settings {
  return current;
}

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  applyTheme();
  for (const listener of listeners) listener();
}

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

/** One attribute decides, so that the styles have one place for each colour. */
export function applyTheme(): void {
  const { theme } = current;
  document.documentElement.dataset.theme =
    theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : theme;
}
prefersDark.addEventListener('change', applyTheme);

/** The language of the page: the chosen one, or the browser's where Galen speaks it. */
export function languageOf({ language }: Settings): Language {
  return language ?? browserLanguage(navigator.languages);
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    current = read();
    applyTheme();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function read(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    // What is stored there is no JSON: as if nothing were.
    return DEFAULTS;
  }
}
