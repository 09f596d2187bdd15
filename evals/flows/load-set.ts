import { readFileSync } from 'node:fs';

export type Split = 'tune' | 'held';

/** A labelled set of this folder. */
export function loadSet<Item>(name: string): Item[] {
  // Cast: the sets are ours; the test of each suite looks at their form.
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Item[];
}
