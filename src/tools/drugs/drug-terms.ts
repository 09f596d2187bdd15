import { classesOf, type DrugClass } from './drug-classes.ts';
import type { NamedDrug } from './named-drug.ts';
import { otherNamesOf } from './other-names.ts';

/** A word or two by which another drug's label may speak of this one. */
export interface DrugTerm {
  term: string;
  by: 'name' | 'class';
}

/** Shorter ones are found inside too many other things. */
const MIN_LENGTH = 3;

/** Everything a label may call this drug: its names, and the classes it belongs to, but for those of the label's own drug. */
export function drugTerms(drug: NamedDrug, labelOf: NamedDrug, classes: readonly DrugClass[]): DrugTerm[] {
  const names = namesOf(drug);
  const own = new Set(classesOf(namesOf(labelOf), classes).map((drugClass) => drugClass.class));
  const spoken = classesOf(names, classes).flatMap(({ class: id, spoken }) =>
    // A drug's own label calls the drug itself by the singular; only the plural speaks of others like it.
    own.has(id)
      ? spoken.filter((word) => word.endsWith('s'))
      : spoken.flatMap((word) => [word, word.replace(/s$/u, '')]),
  );
  const taken = new Set(names);
  return [
    ...names.map((term) => ({ term, by: 'name' as const })),
    ...[...new Set(spoken)]
      .filter((term) => !taken.has(term))
      .map((term) => ({ term, by: 'class' as const })),
  ].filter(({ term }) => term.length >= MIN_LENGTH);
}

export function namesOf({ given, ingredients, match }: NamedDrug): string[] {
  // A misspelt name stands in no label.
  const asked = match === 'approximate' ? [] : [given.trim().toLowerCase()];
  return [...new Set([...asked, ...ingredients, ...ingredients.flatMap(otherNamesOf)])];
}
