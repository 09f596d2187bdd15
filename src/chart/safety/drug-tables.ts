import { byGravity } from '../../domain/severity.ts';
import type { DrugTables } from '../../tools/drug-tables.port.ts';
import { createDrugBook, type KnownDrug } from './drug-book.ts';
import { nameWords } from './drug-words.ts';
import type { SafetyTables } from './safety-tables.ts';
import { tableStatements } from './table-statements.ts';

/** What a request speaks of: a drug, or a class of them as a whole. */
type Subject = { drug: KnownDrug } | { class: string };

/** Finds what the tables say of the drugs that someone names. */
export function createDrugTables(tables: SafetyTables): DrugTables {
  const book = createDrugBook(tables);
  const statements = tableStatements(tables, book.className);
  const classes = new Map(
    tables.classes.flatMap(({ class: key, names, spoken }) =>
      [key, names.en, names.vi, ...spoken]
        .map(phrase)
        .flatMap((name) => [[name, key] as const, [name.replace(/s$/u, ''), key] as const]),
    ),
  );

  return {
    ofPair(a, b) {
      const first = subjectsOf(a);
      const second = subjectsOf(b);
      if (first.length === 0 || second.length === 0) return null;
      return statements
        .filter(({ about: [x, y] }) => {
          if (y === undefined) return false;
          return (isOf(x, first) && isOf(y, second)) || (isOf(y, first) && isOf(x, second));
        })
        .map(({ statement }) => statement)
        .toSorted(byGravity);
    },

    ofDrug(drug) {
      const subjects = subjectsOf(drug);
      if (subjects.length === 0) return null;
      return statements
        .filter(({ about }) => about.some((name) => isOf(name, subjects)))
        .map(({ statement }) => statement)
        .toSorted(byGravity);
    },
  };

  function subjectsOf(text: string): Subject[] {
    const drugs = book.resolve(text).drugs.map((drug) => ({ drug }));
    const key = drugs.length === 0 ? classes.get(phrase(text)) : undefined;
    return key === undefined ? drugs : [{ class: key }];
  }

  function isOf(drugOrClass: string, subjects: readonly Subject[]): boolean {
    return subjects.some((subject) =>
      'drug' in subject ? book.covers(drugOrClass, subject.drug) : drugOrClass === subject.class,
    );
  }
}

/** As names are compared: without marks, and whatever joins their words. */
function phrase(text: string): string {
  return nameWords(text).join(' ');
}
