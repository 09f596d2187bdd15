import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { Replaced, TaskOutcome } from './desk-work.ts';

const LEFT_OUT: Bilingual = {
  en: 'Left out "{title}": "{by}" took its place on {on}.',
  vi: 'Không dùng "{title}": đã được thay thế bởi "{by}" từ {on}.',
};
const TOLD: Bilingual = {
  en: 'Note: "{title}" was superseded on {on} by "{by}".',
  vi: 'Lưu ý: "{title}" đã được thay thế từ {on} bởi "{by}".',
};

/** What to say of documents that others have taken the place of: which were left out, and of which the answer tells. */
export function explainReplaced(
  replaced: readonly Replaced[],
  language: Language,
): { leftOut: string; told: string } {
  const say = (words: Bilingual, some: readonly Replaced[]) =>
    some.map(({ title, by, on }) => fillTemplate(words[language], { title, by, on })).join(' ');
  return {
    leftOut: say(
      LEFT_OUT,
      replaced.filter(({ is_told }) => !is_told),
    ),
    told: say(
      TOLD,
      replaced.filter(({ is_told }) => is_told),
    ),
  };
}

/** Each document that was replaced, once. */
export function replacedIn(outcomes: readonly TaskOutcome[]): Replaced[] {
  const all = outcomes.flatMap(({ result }) => result?.replaced ?? []);
  return [...new Map(all.map((one) => [one.document_id, one])).values()];
}
