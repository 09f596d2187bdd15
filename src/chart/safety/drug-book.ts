import type { Bilingual } from '../../domain/language.ts';
import type { SafetyTables } from './safety-tables.ts';

/** A drug as the tables know it. */
export interface KnownDrug {
  /** The tables' own name for it. */
  name: string;
  /** The classes it belongs to, by their keys. */
  classes: readonly string[];
}

/** Finds a drug by any of its names, and classes by what they are called. */
export interface DrugBook {
  /** Null for a drug that no table names: what is said of it then rests on nothing. */
  find(name: string): KnownDrug | null;
  className(key: string): Bilingual;
  /** Whether what a table speaks of, a drug or a class, is this drug. */
  covers(drugOrClass: string, drug: KnownDrug): boolean;
}

export function createDrugBook(tables: SafetyTables): DrugBook {
  const names = new Map<string, string>();
  const classesOf = new Map<string, string[]>();
  const classNames = new Map<string, Bilingual>();
  const know = (name: string, aliases: readonly string[] = []) => {
    for (const spelling of [name, ...aliases]) names.set(keyOf(spelling), name);
  };
  for (const { class: key, names: spoken, members, aliases = {} } of tables.classes) {
    classNames.set(key, spoken);
    for (const member of members) {
      know(member, aliases[member]);
      classesOf.set(member, [...(classesOf.get(member) ?? []), key]);
    }
  }
  for (const row of [...tables.renal, ...tables.pregnancy, ...tables.age, ...tables.doses]) {
    if ('drug' in row) know(names.get(keyOf(row.drug)) ?? row.drug, row.aliases);
  }

  return {
    find(name) {
      const found = names.get(keyOf(name)) ?? names.get(keyOf(firstWord(name)));
      return found === undefined ? null : { name: found, classes: classesOf.get(found) ?? [] };
    },
    className: (key) => classNames.get(key) ?? { en: key, vi: key },
    covers: (drugOrClass, { name, classes }) =>
      classes.includes(drugOrClass) || (names.get(keyOf(drugOrClass)) ?? drugOrClass) === name,
  };
}

/** "Amlodipine besylate 10 mg" is amlodipine. */
function firstWord(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? '';
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/\s+/gu, ' ').trim();
}
