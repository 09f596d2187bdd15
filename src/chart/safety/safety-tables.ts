import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROUTES } from './read-dosage.ts';

const Bilingual = z.object({ en: z.string(), vi: z.string() });
const Severity = z.enum(['contraindicated', 'major', 'moderate']);
const Source = z.object({ title: z.string(), organisation: z.string(), year: z.number().int() });
export type TableSource = z.infer<typeof Source>;

const About = z.union([z.object({ drug: z.string() }), z.object({ class: z.string() })]);
const Aliases = z.object({ aliases: z.array(z.string()).optional() });
const Advice = z.object({ severity: Severity, advice: Bilingual, source: z.string() });
const advised = <Shape extends z.ZodRawShape>(shape: Shape) =>
  About.and(Aliases).and(Advice).and(z.object(shape));

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
const Risk = z.enum(['contraindicated', 'caution', 'low']);
const AllergyRow = z.object({
  allergy: z.array(z.string()),
  to: z.string(),
  risk: Risk,
  /** Instead, after such a reaction. */
  after_anaphylaxis: Risk.optional(),
  after_severe_skin: Risk.optional(),
  explanation: Bilingual,
  source: z.string(),
});
const InteractionRow = z.object({
  a: z.string(),
  b: z.string(),
  /** Only where a drug of one of these classes is active, too. */
  beside_class: z.array(z.string()).optional(),
  severity: Severity,
  /** Together, more of it in a day is major, in mg. */
  limits: z.array(z.strictObject({ drug: z.string(), max_daily: z.number() })).optional(),
  effect: Bilingual,
  action: Bilingual,
  source: z.string(),
});
const Routes = z.array(z.enum(ROUTES)).optional();
const RenalRow = advised({
  below_egfr: z.number(),
  /** Only beside an active drug of one of these classes. */
  with_class: z.array(z.string()).optional(),
  routes: Routes,
});
const PregnancyRow = advised({
  state: z.enum(['pregnancy', 'lactation']),
  trimesters: z.array(z.number()).optional(),
  /** From this week on, where the chart tells the week. */
  from_weeks: z.number().optional(),
});
const AgeRow = advised({ min_age_years: z.number().optional(), max_age_years: z.number().optional() });
const DoseRow = z
  .object({
    drug: z.string(),
    route: z.enum(ROUTES),
    /** Of all figures of the row. */
    unit: z.enum(['mg', 'units', 'mmol']),
    /** One dose lasts so long: more often is an error. */
    interval: z.enum(['three-daily', 'weekly', 'fortnightly', 'monthly', 'six-monthly', 'yearly']).optional(),
    /** So little of it may be taken every day all the same. */
    daily_up_to: z.number().optional(),
    adult: z.strictObject({
      max_single: z.number().optional(),
      min_daily: z.number().optional(),
      max_daily: z.number().optional(),
      max_hourly: z.number().optional(),
      max_single_per_kg: z.number().optional(),
      max_daily_per_kg: z.number().optional(),
      /** Above it is unusual, not too much. */
      usual_daily_per_kg: z.number().optional(),
    }),
    /** For adults of a low weight. */
    light: z
      .strictObject({
        under_kg: z.number(),
        max_single_per_kg: z.number().optional(),
        max_daily_per_kg: z.number().optional(),
        max_daily: z.number().optional(),
        source: z.string(),
      })
      .optional(),
    older: z
      .array(
        z.strictObject({
          from_years: z.number(),
          max_single: z.number().optional(),
          max_daily: z.number().optional(),
          source: z.string(),
        }),
      )
      .optional(),
    /** For people of Asian ancestry; above the usual is unusual, not too much. */
    asian: z
      .strictObject({
        usual_daily: z.number().optional(),
        max_daily: z.number().optional(),
        source: z.string(),
      })
      .optional(),
    child: z
      .strictObject({
        per_kg_day_min: z.number().optional(),
        per_kg_day_max: z.number().optional(),
        max_daily: z.number().optional(),
      })
      .optional(),
    note: Bilingual.optional(),
    source: z.string(),
    child_source: z.string().optional(),
  })
  .and(Aliases);
/** Which ways a drug can be given, and what must not be done with it. */
const AdministrationRow = advised({
  /** It exists for these only; another is an error. */
  only_routes: Routes,
  /** The row speaks of these. */
  routes: Routes,
  /** Only where it is to be given all at once. */
  bolus: z.literal(true).optional(),
  /** Only where no drug of this class is active. */
  without_class: z.string().optional(),
});
const HighAlertRow = About.and(z.object({ routes: Routes, why: Bilingual, source: z.string() }));
/** What an allergy is also called, and the classes or drugs that it means. */
const AllergyWordRow = z.object({
  words: z.array(z.string()).min(1),
  means: z.array(z.string()).min(1),
  source: z.string(),
});
/** A disease by its words, unmarked or not, and by its codes. */
const ConditionRow = z.object({
  condition: z.string(),
  names: Bilingual,
  words: z.array(z.string()).min(1),
  /** A text with one of these is about something else. */
  not_words: z.array(z.string()).optional(),
  /** The beginning of the code counts. */
  icd10: z.array(z.string()),
  snomed: z.array(z.string()).optional(),
  source: z.string(),
});
const DiseaseRow = advised({
  condition: z.string(),
  /** Also where the condition is over. */
  also_past: z.literal(true).optional(),
  routes: Routes,
});

const FILES = {
  classes: ['drug-classes.json', ClassRow],
  allergies: ['allergy-cross-reactivity.json', AllergyRow],
  interactions: ['interactions.json', InteractionRow],
  renal: ['renal.json', RenalRow],
  pregnancy: ['pregnancy-lactation.json', PregnancyRow],
  age: ['age.json', AgeRow],
  doses: ['dose-ranges.json', DoseRow],
  administration: ['administration.json', AdministrationRow],
  highAlert: ['high-alert.json', HighAlertRow],
  allergyWords: ['allergy-words.json', AllergyWordRow],
  conditions: ['conditions.json', ConditionRow],
  diseases: ['disease-contraindications.json', DiseaseRow],
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
  const tables = Object.entries(FILES).map(([name, [file, row]]) => [name, read(file, row)]);
  // A cast, because each table has been read by the schema of its name.
  return { ...(Object.fromEntries(tables) as Tables), sources };
}
