import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { SafetyTables } from './safety-tables.ts';

export function say(language: Language, text: Bilingual): string {
  return text[language];
}

/** The table's source as evidence. */
export function sourceOf({ sources }: SafetyTables, key: string): SafetyFinding['evidence'] {
  const source = sources.get(key);
  return source === undefined
    ? []
    : [{ title: `${source.organisation}. ${source.title}. ${source.year}`, reference: null }];
}

/** A chart entry as evidence. */
export function entryOf({ text, reference }: { text: string; reference: string }) {
  return { title: text, reference };
}
