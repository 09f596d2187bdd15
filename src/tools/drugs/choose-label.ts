import { otherNamesOf } from './other-names.ts';
import type { DrugLabel } from './parse-labels.ts';

/** Of the labels found, the one that says most of exactly these ingredients; null when none is of them. */
export function chooseLabel(labels: readonly DrugLabel[], ingredients: readonly string[]): DrugLabel | null {
  const own = labels.filter((label) => ingredients.every((ingredient) => isOf(label, ingredient)));
  const ordered = own.toSorted(
    (a, b) => worth(b, ingredients) - worth(a, ingredients) || (b.effective > a.effective ? 1 : -1),
  );
  return ordered[0] ?? null;
}

function isOf({ genericNames, substances }: DrugLabel, ingredient: string): boolean {
  const names = [ingredient, ...otherNamesOf(ingredient)];
  return [...genericNames, ...substances].some((text) => names.some((name) => text.includes(name)));
}

/** A combination's label tells of the other drug too; a label over the counter tells less. */
function worth(label: DrugLabel, ingredients: readonly string[]): number {
  const isAlone = countIngredients(label) === ingredients.length;
  return (
    (isAlone ? 8 : 0) +
    (label.isPrescription ? 4 : 0) +
    (label.sections.has('drug_interactions') ? 2 : 0) +
    (label.sections.size > 0 ? 1 : 0)
  );
}

function countIngredients({ genericNames, substances }: DrugLabel): number {
  if (substances.length > 0) return substances.length;
  return new Set(genericNames.flatMap((name) => name.split(/,|;| and |\//u).map((part) => part.trim()))).size;
}
