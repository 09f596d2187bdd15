import { foldDiacritics } from '../../domain/fold-diacritics.ts';

/** A request as its cues are looked for: without marks, in lower case, with one kind of apostrophe. */
export function foldForCues(text: string): string {
  return foldDiacritics(text).toLowerCase().replaceAll('’', "'");
}
