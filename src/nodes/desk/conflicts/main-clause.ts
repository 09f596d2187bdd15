import { remember } from './remember.ts';
import type { Said } from './subject-of.ts';

/** After a colon stands what was counted: of other things there may be another number. */
const LIST = /: (?=\p{L}[^:]*,)/u;
/** What is allowed or due instead is a statement of its own. */
const INSTEAD = /(?:, |; )(?:chỉ được|chỉ có|mà chỉ|mà|nhưng|but|only|instead)(?!\p{L})/iu;

/** What a statement says first: without what it lists, and without what holds instead. */
export const mainClause = remember(
  ({ text, language }: Said): Said => ({
    text: (text.split(LIST)[0] ?? text).split(INSTEAD)[0] ?? text,
    language,
  }),
);
