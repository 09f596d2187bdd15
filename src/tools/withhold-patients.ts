import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ChartSummary } from '../domain/chart-summary.ts';
import { foldDiacritics } from '../language/fold-diacritics.ts';

/** More runs than are ever in progress at once; the oldest are forgotten. */
const MAX_RUNS = 1_000;

const Patient = ChartSummary.shape.patient.pick({ name: true, identifiers: true, birth_date: true });
const PatientResult = z.union([
  z.object({ patients: z.array(Patient) }).transform(({ patients }) => patients),
  z.object({ patient: Patient }).transform(({ patient }) => [patient]),
]);

/** Remembers for each run which patients it has read about, so that no step can forget to withhold them from outside services. */
export function withholdPatients() {
  const runs = new LRUCache<string, Set<string>>({ max: MAX_RUNS });
  return {
    /** Remembers the patients that a tool result named in this run. */
    learn(runId: string, output: unknown): void {
      const parsed = PatientResult.safeParse(output);
      if (!parsed.success) return;
      const words = runs.get(runId) ?? new Set<string>();
      for (const word of parsed.data.flatMap(wordsFor)) words.add(word);
      runs.set(runId, words);
    },
    /** Their names and numbers, which this run must not send outside. */
    wordsOf: (runId: string) => [...(runs.get(runId) ?? [])],
  };
}

/** A name by any two of its neighbouring words: one alone may be a word of medicine, or of any language. */
function wordsFor({ name, identifiers, birth_date }: z.infer<typeof Patient>): string[] {
  const parts = name.split(/\s+/u).filter((part) => part !== '');
  const pairs = parts.slice(1).map((part, i) => `${parts[i]} ${part}`);
  const reversed = parts.slice(1).map((part, i) => `${part} ${parts[i]}`);
  const numbers = identifiers.flatMap((identifier) => [identifier, identifier.split('|').at(-1) ?? '']);
  return [...pairs, ...reversed, ...numbers, ...(birth_date === null ? [] : [birth_date])].filter(
    (word) => word !== '',
  );
}

/** What in a text names a person, by kind; none when nothing does. */
export type FindIdentifiers = (text: string) => readonly string[];

/**
 * Whether words about to leave name a person: by their form, or because they are among those this call must keep (the
 * names and numbers of the patient whose chart is open, however they are written).
 */
export function namesAPerson(
  words: readonly string[],
  { findIdentifiers, withheld }: { findIdentifiers: FindIdentifiers; withheld: readonly string[] },
): boolean {
  const secrets = withheld.map(plainWords).filter((secret) => secret.trim() !== '');
  // Together as well: what is kept back may be spread over two fields.
  const together = plainWords(words.join(' '));
  if (secrets.some((secret) => together.includes(secret))) return true;
  return words.some((text) => findIdentifiers(text).length > 0);
}

/** Words only, unmarked and in lower case, with a space at each end so that a part of a word never matches. */
function plainWords(text: string): string {
  const words =
    foldDiacritics(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}
