import type { Language } from '../../../src/domain/language.ts';

/** The first of the browser's languages that Galen speaks; English where it speaks none of them. */
export function browserLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [name] = tag.toLowerCase().split('-');
    if (name === 'vi' || name === 'en') return name;
  }
  return 'en';
}
