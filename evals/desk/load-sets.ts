import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Scope } from '../../src/domain/access.ts';
import { Language } from '../../src/domain/language.ts';

/** Rules and words were set by the first; the second only tells how they do. */
const Split = z.enum(['tune', 'held']);
export type Split = z.infer<typeof Split>;

const Asked = z.object({ id: z.string(), language: Language, split: Split, question: z.string() });
const RoutingCase = Asked.extend({ agents: z.array(z.string()), chitchat: z.boolean() });
const Side = z.object({
  text: z.string(),
  agent: z.string(),
  scope: Scope,
  created_at: z.string(),
  relevance: z.number(),
});
const ConflictCase = Asked.extend({
  a: Side,
  b: Side,
  conflict: z.boolean(),
  winner: z.enum(['a', 'b', 'both']).nullish(),
});
const ArithmeticCase = Asked.extend({
  documents: z.array(z.string()),
  expected: z.number(),
  unit: z.string(),
  tolerance: z.number(),
});
const EverydayQuestion = Asked.extend({
  documents: z.array(z.string()),
  /** Words of the sentence that answers. */
  must_contain: z.string().min(3),
});
/** Nothing in the policies answers it. */
const UnanswerableQuestion = Asked.extend({ near: z.string().nullable() });
const CrossCase = z.object({
  id: z.string(),
  split: Split,
  vi: z.string(),
  en: z.string(),
  conflict: z.boolean(),
});
const Stated = z.object({ document: z.string(), text: z.string() });
const PolicyConflict = z.object({ id: z.string(), a: Stated, b: Stated });

export type RoutingCase = z.infer<typeof RoutingCase>;
export type ConflictCase = z.infer<typeof ConflictCase>;
export type ArithmeticCase = z.infer<typeof ArithmeticCase>;
export type EverydayQuestion = z.infer<typeof EverydayQuestion>;
export type UnanswerableQuestion = z.infer<typeof UnanswerableQuestion>;
export type CrossCase = z.infer<typeof CrossCase>;
export type PolicyConflict = z.infer<typeof PolicyConflict>;

export interface DeskSets {
  routing: RoutingCase[];
  conflicts: ConflictCase[];
  arithmetic: ArithmeticCase[];
  /** As people at work put it, by writers who knew the policies and not the rules. */
  everydayArithmetic: ArithmeticCase[];
  everydayQuestions: EverydayQuestion[];
  unanswerable: UnanswerableQuestion[];
  /** Pairs of a Vietnamese and an English statement. */
  acrossLanguages: CrossCase[];
  policyConflicts: PolicyConflict[];
  /** The text of each shipped policy. */
  policies: Map<string, string>;
}

export async function loadSets(): Promise<DeskSets> {
  return {
    routing: z.array(RoutingCase).parse(await readJson('routing.json')),
    conflicts: z.array(ConflictCase).parse(await readJson('conflicts.json')),
    arithmetic: z.array(ArithmeticCase).parse(await readJson('arithmetic.json')),
    everydayArithmetic: z.array(ArithmeticCase).parse(await readJson('everyday-arithmetic.json')),
    everydayQuestions: z.array(EverydayQuestion).parse(await readJson('everyday-questions.json')),
    unanswerable: z.array(UnanswerableQuestion).parse(await readJson('unanswerable.json')),
    acrossLanguages: z.array(CrossCase).parse(await readJson('cross-language.json')),
    policyConflicts: z.array(PolicyConflict).parse(await readJson('policy-conflicts.json')),
    policies: readPolicies(),
  };
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
}

function readPolicies(): Map<string, string> {
  const folder = fileURLToPath(new URL('../../knowledge/desk', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8').replace(/^---\n[\s\S]*?\n---\n/u, '');
      return [basename(file, '.md'), text];
    }),
  );
}
