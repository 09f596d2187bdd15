import type { Texts } from '../text/texts.en.ts';

const NAMES = /^not as expected: (.+)$/u;

/** What of a file could not be taken, in the asker's words where the page has them. */
export function sayProblem({ place, reason }: { place: string; reason: string }, t: Texts): string {
  const names = NAMES.exec(reason)?.[1];
  const where = place === 'front matter' ? t.knowledge.frontMatter : place;
  return `${where}: ${names !== undefined && place === 'front matter' ? t.knowledge.notAsExpected(names) : reason}`;
}
