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
const LABEL_WORDS: readonly { spoken: readonly string[]; classes: readonly string[] }[] = [
  {
    spoken: ['diuretics'],
    classes: ['loop-diuretic', 'thiazide', 'potassium-sparing-diuretic', 'carbonic-anhydrase-inhibitor'],
  },
  {
    spoken: ['serotonergic drugs', 'serotonergic agents'],
    classes: ['ssri', 'snri', 'tricyclic', 'triptan', 'maoi'],
  },
  { spoken: ['blood thinners', 'blood thinning drugs', 'oral anticoagulants'], classes: ['anticoagulant'] },
  { spoken: ['nonsteroidal anti-inflammatory agents'], classes: ['nsaid'] },
  {
    spoken: [
      'drugs that affect hemostasis',
      'drugs that increase bleeding risk',
      'drugs that interfere with hemostasis',
    ],
    classes: ['anticoagulant', 'antiplatelet', 'nsaid', 'ssri', 'snri'],
  },
  {
    spoken: ['strong inhibitors of cyp3a4', 'strong inhibitors of cyp3a'],
    classes: ['cyp3a4-strong-inhibitor'],
  },
  {
    spoken: ['strong inducers of cyp3a4', 'strong inducers of cyp3a', 'cyp3a4 inducers'],
    classes: ['cyp3a4-strong-inducer'],
  },
  {
    spoken: ['cyp3a4 inhibitors', 'inhibitors of cyp3a4'],
    classes: ['cyp3a4-strong-inhibitor', 'cyp3a4-moderate-inhibitor'],
  },
  { spoken: ['antidepressants'], classes: ['ssri', 'snri', 'tricyclic', 'maoi', 'other-antidepressant'] },
  { spoken: ['antipsychotics'], classes: ['antipsychotic-first', 'antipsychotic-second'] },
  { spoken: ['calcium channel blockers'], classes: ['dihydropyridine', 'non-dihydropyridine-ccb'] },
];

/** The classes as labels call them: those of the drug tables, and the words of labels for several of them together. */
export function labelClasses(tables: readonly DrugClass[]): DrugClass[] {
  const gathered = LABEL_WORDS.map(({ spoken, classes }) => {
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
