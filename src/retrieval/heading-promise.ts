import { foldDiacritics } from '../domain/fold-diacritics.ts';

const SURROUNDINGS =
  /\b(?:design|methods?|population|scope|background|funding|references|thiet ke|phuong phap|doi tuong|pham vi)\b/u;

/** Whether what stands under a heading tends to answer a question: who was studied and how seldom does. */
export function headingPromise(heading: string): number {
  return SURROUNDINGS.test(foldDiacritics(heading.toLowerCase())) ? 0 : 1;
}
