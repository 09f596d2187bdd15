import { once, readLexicon } from '../../language/read-lexicon.ts';

/** A class of drugs as labels speak of it. */
export interface DrugClass {
  class: string;
  /** The words for it, in lower case and the plural. */
  spoken: readonly string[];
  /** By non-proprietary name, in lower case. */
  members: readonly string[];
  /** Other names of members. */
  aliases?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Words of US labels that gather several of the classes prescriptions are checked by, or call one of them otherwise. */
const labelWords = once(() =>
  readLexicon('drugs/label-classes', ['spoken', 'classes']).map(({ spoken, classes }) => ({
    spoken: spoken.split('|'),
    classes: classes.split('|'),
  })),
);

/** The classes as labels call them: those of the drug tables, and the words of labels for several of them together. */
export function labelClasses(tables: readonly DrugClass[]): DrugClass[] {
  const gathered = labelWords().map(({ spoken, classes }) => {
    const parts = tables.filter((row) => classes.includes(row.class));
    return {
      class: `${classes.join('+')}: ${spoken[0]}`,
      spoken,
      members: parts.flatMap(({ members }) => members),
      aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    };
  });
  return [...tables, ...gathered];
}

/** The classes that a substance, in lower case and under any of its names, belongs to. */
export function classesOf(names: readonly string[], classes: readonly DrugClass[]): DrugClass[] {
  return classes.filter(({ members, aliases = {} }) =>
    [...members, ...Object.values(aliases).flat()].some((member) => names.includes(member)),
  );
}
