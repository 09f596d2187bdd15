import type { DrugTables, TableStatement } from '../drug-tables.port.ts';
import type { NamedDrug } from './named-drug.ts';

/** What the tables say of two drugs. */
export interface TablePair {
  /** Whether the tables know both. */
  isKnown: boolean;
  /** The gravest first. */
  statements: TableStatement[];
}

/** Looks a pair up as it was named, then by what RxNorm says is in it. */
export function checkPairInTables(a: NamedDrug, b: NamedDrug, tables: DrugTables): TablePair {
  const found = namesOf(a).flatMap((first) => namesOf(b).map((second) => tables.ofPair(first, second)));
  const known = found.filter((statements) => statements !== null);
  return { isKnown: known.length > 0, statements: known.find(({ length }) => length > 0) ?? [] };
}

export function namesOf({ given, ingredients }: NamedDrug): string[] {
  return [...new Set([given, ingredients.join(' and ')])];
}
