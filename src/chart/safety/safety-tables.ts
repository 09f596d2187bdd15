import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Bilingual = z.object({ en: z.string(), vi: z.string() });
const Severity = z.enum(['contraindicated', 'major', 'moderate']);
const Source = z.object({ title: z.string(), organisation: z.string(), year: z.number().int() });
export type TableSource = z.infer<typeof Source>;

/** Rows about a drug or a class. */
const About = z.union([z.object({ drug: z.string() }), z.object({ class: z.string() })]);
const Aliases = z.object({ aliases: z.array(z.string()).optional() });
const Advice = z.object({ severity: Severity, advice: Bilingual, source: z.string() });

const ClassRow = z.object({
  class: z.string(),
  names: Bilingual,
  spoken: z.array(z.string()),
  members: z.array(z.string()),
  /** Two members at once are the same therapy twice. */
  duplicate: z.boolean(),
  aliases: z.record(z.string(), z.array(z.string())).optional(),
  source: z.string(),
});
const AllergyRow = z.object({
  allergy: z.array(z.string()),
  to: z.string(),
  risk: z.enum(['contraindicated', 'caution', 'low']),
  explanation: Bilingual,
  source: z.string(),
});
const InteractionRow = z.object({
  a: z.string(),
  b: z.string(),
  severity: Severity,
  effect: Bilingual,
  action: Bilingual,
  source: z.string(),
});
const RenalRow = z.object({ drug: z.string(), below_egfr: z.number() }).and(Aliases).and(Advice);
const PregnancyRow = About.and(Aliases)
  .and(Advice)
  .and(z.object({ state: z.enum(['pregnancy', 'lactation']), trimesters: z.array(z.number()).optional() }));
const AgeRow = About.and(Aliases)
  .and(Advice)
  .and(z.object({ min_age_years: z.number().optional(), max_age_years: z.number().optional() }));
const DoseRow = z
  .object({
    drug: z.string(),
    route: z.enum(['oral', 'iv', 'im', 'sc', 'inhaled']),
    adult: z.object({
      max_single_mg: z.number().optional(),
      min_daily_mg: z.number().optional(),
      max_daily_mg: z.number().optional(),
    }),
    child: z
      .object({
        mg_per_kg_day_min: z.number().optional(),
        mg_per_kg_day_max: z.number().optional(),
        max_daily_mg: z.number().optional(),
      })
      .optional(),
    note: Bilingual.optional(),
    source: z.string(),
    child_source: z.string().optional(),
  })
  .and(Aliases);

const FILES = {
  classes: ['drug-classes.json', ClassRow],
  allergies: ['allergy-cross-reactivity.json', AllergyRow],
  interactions: ['interactions.json', InteractionRow],
  renal: ['renal.json', RenalRow],
  pregnancy: ['pregnancy-lactation.json', PregnancyRow],
  age: ['age.json', AgeRow],
  doses: ['dose-ranges.json', DoseRow],
} as const;

type Tables = { [Name in keyof typeof FILES]: z.infer<(typeof FILES)[Name][1]>[] };

export interface SafetyTables extends Tables {
  /** By the key that rows name; keys mean the same in every table. */
  sources: ReadonlyMap<string, TableSource>;
}

/** Reads the drug tables from their folder; a damaged one is an error, never an empty table. */
export function loadSafetyTables(folder: string): SafetyTables {
  const sources = new Map<string, TableSource>();
  const read = <Row extends z.ZodType>(file: string, row: Row) => {
    const shape = z.object({ sources: z.record(z.string(), Source), rows: z.array(row).min(1) });
    const table = shape.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    for (const [key, source] of Object.entries(table.sources)) sources.set(key, source);
    return table.rows;
  };
  return {
    classes: read(...FILES.classes),
    allergies: read(...FILES.allergies),
    interactions: read(...FILES.interactions),
    renal: read(...FILES.renal),
    pregnancy: read(...FILES.pregnancy),
    age: read(...FILES.age),
    doses: read(...FILES.doses),
    sources,
  };
}
