import type { Split } from './load-set.ts';

/** A share of a labelled set, on each part of it and on all of it. */
export interface Figure {
  what: string;
  /** Of the part that was held back. */
  floor: number;
  /** What was asked of it and is not reached. */
  missed?: number;
  all: number;
  tune: number;
  held: number;
  held_items: number;
  counts: string;
  /** What went wrong on the part that rules are tuned on. */
  wrong: string[];
}

export interface SuiteReport {
  name: string;
  figures: Figure[];
}

/** How many of a set are right, counted on all, on what rules were tuned on and on what was held back. */
export function share<Item extends { split: Split }>(
  what: string,
  items: readonly Item[],
  isRight: (item: Item) => boolean,
  { floor, missed, describe }: { floor: number; missed?: number; describe: (item: Item) => string },
): Figure {
  const judged = items.map((item) => ({ item, right: isRight(item) }));
  const of = (split: Split | null) => judged.filter(({ item }) => split === null || item.split === split);
  const ratio = (part: typeof judged) => part.filter(({ right }) => right).length / Math.max(1, part.length);
  return {
    what,
    floor,
    ...(missed === undefined ? {} : { missed }),
    all: ratio(of(null)),
    tune: ratio(of('tune')),
    held: ratio(of('held')),
    held_items: of('held').length,
    counts: `${judged.filter(({ right }) => right).length}/${judged.length}`,
    wrong: of('tune').flatMap(({ item, right }) => (right ? [] : [describe(item)])),
  };
}
