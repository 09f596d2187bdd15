import { z } from 'zod';
import {
  INTERACTION_AND,
  INTERACTION_LINE,
  INTERACTION_OR,
  INTERACTIONS_JOURNAL,
  INTERACTIONS_TITLE,
  SEVERITY_WORDS,
} from '../../../../texts/safety.ts';
import { fillTemplate, Language } from '../../../domain/language.ts';

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
  rows: z.array(z.object({ class: z.string(), names: Bilingual, members: z.array(z.string()) })),
});
type Row = z.infer<typeof Interactions>['rows'][number];

/** Members of a class that are named beside it, so that who knows only the drug finds the class. */
const EXAMPLES = 3;

/** The interaction table as people read it: for each drug or class a document with a line for each of its rows, in either language. */
export function readInteractions(interactions: unknown, classes: unknown) {
  const { rows, sources } = Interactions.parse(interactions);
  const byKey = new Map(Classes.parse(classes).rows.map((row) => [row.class, row]));
  return [...new Set(rows.map(({ a }) => a))].flatMap((drug) =>
    Language.options.map((language) => {
      const its = rows.filter(({ a }) => a === drug);
      const named = its.flatMap(({ source }) => sources[source] ?? []);
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

  function lineOf({ a, b, beside_class, severity, effect, action }: Row, language: Language): string {
    const third = beside_class?.map((key) => nameOf(key, language)).join(INTERACTION_OR[language]);
    const beside = third === undefined ? '' : `${INTERACTION_AND[language]}${third}`;
    return fillTemplate(INTERACTION_LINE[language], {
      a: capitalised(nameOf(a, language)),
      b: nameOf(b, language) + beside,
      severity: SEVERITY_WORDS[severity][language],
      effect: withinSentence(effect[language]),
      action: withinSentence(action[language]),
    });
  }

  function nameOf(key: string, language: Language): string {
    const row = byKey.get(key);
    return row ? `${row.names[language]} (${row.members.slice(0, EXAMPLES).join(', ')})` : key;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Without its stop, and in lower case unless it begins with an abbreviation. */
function withinSentence(text: string): string {
  const plain = text.replace(/\.$/u, '');
  return /^\p{Lu}\p{Ll}/u.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}
