import { z } from 'zod';
import {
  INTERACTION_AND,
  INTERACTION_CLASS,
  INTERACTION_DRUG,
  INTERACTION_LINE,
  INTERACTION_OR,
  INTERACTIONS_JOURNAL,
  INTERACTIONS_TITLE,
  SEVERITY_WORDS,
} from '../../../../texts/safety.ts';
import { capitalised, fillTemplate, Language } from '../../../domain/language.ts';

const Bilingual = z.object({ en: z.string(), vi: z.string() });
const Source = z.object({ title: z.string(), organisation: z.string(), year: z.number().int() });
const Interactions = z.object({
  sources: z.record(z.string(), Source),
  rows: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      /** Only where a drug of one of these classes is taken as well. */
      beside_class: z.array(z.string()).optional(),
      severity: z.enum(['contraindicated', 'major', 'moderate']),
      effect: Bilingual,
      action: Bilingual,
      source: z.string(),
    }),
  ),
});
const Classes = z.object({
  rows: z.array(
    z.object({
      class: z.string(),
      names: Bilingual,
      /** What people who are no clinicians call its drugs, or take them for: true of every member, English in the plural. */
      plain: z.object({ en: z.string().min(1), vi: z.string().min(1) }).optional(),
      members: z.array(z.string()),
    }),
  ),
});
type TableRow = z.infer<typeof Interactions>['rows'][number];
/** A row of the table, and the other drugs of which the table says the same. */
type Row = TableRow & { others: TableRow[] };

/** Members of a class that are named beside it, so that who knows only the drug finds the class. */
const EXAMPLES = 3;

/**
 * The interaction table as people read it: for each drug or class a document with a line for each of its rows, in either language. What
 * is said of two drugs with the same everyday name is said once, under the first of them.
 */
export function readInteractions(interactions: unknown, classes: unknown) {
  const table = Interactions.parse(interactions);
  const { sources } = table;
  const classRows = Classes.parse(classes).rows;
  const byKey = new Map(classRows.map((row) => [row.class, row]));
  // The narrowest class says most about a drug, so it is the last to be set.
  const plainOfDrug = new Map(
    classRows
      .toSorted((a, b) => b.members.length - a.members.length)
      .flatMap(({ plain, members }) => (plain ? members.map((drug) => [drug, plain] as const) : [])),
  );
  const rows = joined(table.rows);
  return [...new Set(rows.map(({ a }) => a))].flatMap((drug) =>
    Language.options.map((language) => {
      const its = rows.filter(({ a }) => a === drug);
      const named = its.flatMap((row) => [row, ...row.others]).flatMap(({ source }) => sources[source] ?? []);
      const title = fillTemplate(INTERACTIONS_TITLE[language], { drug: capitalised(nameOf(drug, language)) });
      const lines = its.map((row) => lineOf(row, language));
      const references = named.map((source) => `${source.title}, ${source.organisation} (${source.year})`);
      return {
        id: `interactions.${drug.replace(/[^a-z0-9]+/gu, '-')}.${language}`,
        title,
        text: `# ${title}\n\n${lines.join('\n\n')}\n`,
        language,
        journal: INTERACTIONS_JOURNAL[language],
        year: Math.max(...named.map(({ year }) => year)),
        reference: [...new Set(references)].join('; '),
      };
    }),
  );

  function joined(all: readonly TableRow[]): Row[] {
    const first = new Map<string, Row>();
    for (const row of all) {
      const { a, source, ...rest } = row;
      const plain = plainOfDrug.get(a);
      const key = JSON.stringify(plain === undefined || byKey.has(a) ? row : { plain, ...rest });
      const same = first.get(key);
      if (same) same.others.push(row);
      else first.set(key, { ...row, others: [] });
    }
    return [...first.values()];
  }

  function lineOf(row: Row, language: Language): string {
    const { a, others, b, beside_class, severity, effect, action } = row;
    const third = beside_class?.map((key) => explained(key, language)).join(INTERACTION_OR[language]);
    const beside = third === undefined ? '' : `${INTERACTION_AND[language]}${third}`;
    return fillTemplate(INTERACTION_LINE[language], {
      a: capitalised(explained(a, language, others)),
      b: explained(b, language) + beside,
      severity: SEVERITY_WORDS[severity][language],
      effect: withinSentence(effect[language]),
      action: withinSentence(action[language]),
    });
  }

  /** With its everyday name, unless the name itself says it. */
  function explained(key: string, language: Language, others: readonly TableRow[] = []): string {
    const row = byKey.get(key);
    const name = row?.names[language] ?? key;
    const plain = (row ? row.plain : plainOfDrug.get(key))?.[language];
    if (plain === undefined || name.includes(plain)) return nameOf(key, language);
    return row
      ? fillTemplate(INTERACTION_CLASS[language], { name, plain, members: examplesOf(row) })
      : fillTemplate(INTERACTION_DRUG[language], {
          drug: [key, ...others.map(({ a }) => a)].join(INTERACTION_OR[language]),
          plain,
        });
  }

  function nameOf(key: string, language: Language): string {
    const row = byKey.get(key);
    return row ? `${row.names[language]} (${examplesOf(row)})` : key;
  }
}

function examplesOf({ members }: { members: readonly string[] }): string {
  return members.slice(0, EXAMPLES).join(', ');
}

/** Without its stop, and in lower case unless it begins with an abbreviation. */
function withinSentence(text: string): string {
  const plain = text.replace(/\.$/u, '');
  return /^\p{Lu}\p{Ll}/u.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}
