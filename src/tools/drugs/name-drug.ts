import { z } from 'zod';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import type { Asking } from '../define-tool.ts';
import type { OutsideClient } from '../http/outside-client.ts';

/** Less alike than this, the nearest name RxNorm has is another drug. */
const MIN_LIKENESS = 0.5;
const CANDIDATES = '5';

/** Finds what is in a drug by RxNorm; without RxNorm by what Galen knows of brands, or by the name as it is. */
export async function nameDrug(client: OutsideClient, given: string, asking: Asking): Promise<NamedDrug> {
  const term = given.trim().toLowerCase();
  const known = await client.get({
    ...asking,
    api: 'rxnorm',
    path: 'rxcui.json',
    params: { name: term },
    typed: [given],
    // Exact, or with case, order and punctuation set aside.
    fixed: { search: '2' },
    answer: NameAnswer,
  });
  if (known.status === 'unavailable') return asGiven(given, 'rxnorm-unavailable');
  const exact = known.status === 'ok' ? known.value : null;
  if (exact !== null)
    return withIngredients(client, { given, rxcui: exact, name: term, match: 'exact' }, asking);

  // A brand that only other markets sell is unknown to RxNorm and no misspelling.
  const local = drugNamesIn(term);
  if (local.length > 0 && !local.includes(term)) return asGiven(given, 'not-in-rxnorm');
  const near = await client.get({
    ...asking,
    api: 'rxnorm',
    path: 'approximateTerm.json',
    params: { term },
    typed: [given],
    fixed: { maxEntries: CANDIDATES },
    answer: NearAnswer,
  });
  if (near.status === 'unavailable') return asGiven(given, 'rxnorm-unavailable');
  const candidates = near.status === 'ok' ? near.value : [];
  const best = candidates.find(
    ({ name }) => name !== null && likeness(name.toLowerCase(), term) >= MIN_LIKENESS,
  );
  if (!best?.name) return asGiven(given, 'not-in-rxnorm');
  const read = { given, rxcui: best.rxcui, name: best.name.toLowerCase(), match: 'approximate' as const };
  return withIngredients(client, read, asking);
}

async function withIngredients(
  client: OutsideClient,
  {
    given,
    rxcui,
    name,
    match,
  }: { given: string; rxcui: string; name: string; match: 'exact' | 'approximate' },
  asking: Asking,
): Promise<NamedDrug> {
  const related = /^\d{1,10}$/u.test(rxcui)
    ? await client.get({
        ...asking,
        api: 'rxnorm',
        path: `rxcui/${rxcui}/allrelated.json`,
        params: {},
        fixed: {},
        answer: IngredientsAnswer,
      })
    : null;
  const found = related?.status === 'ok' ? related.value : [];
  // An ingredient is its own ingredient, whatever else its combinations hold.
  const ingredients = found.length === 0 || found.includes(name) ? [name] : found;
  return { given, ingredients, rxcui, match, note: null };
}

function asGiven(given: string, note: 'rxnorm-unavailable' | 'not-in-rxnorm'): NamedDrug {
  const name = given.trim().toLowerCase();
  const substances = drugNamesIn(name);
  const isBrand = substances.length > 0 && !substances.some((substance) => name.includes(substance));
  return { given, ingredients: isBrand ? substances : [name], rxcui: null, match: 'as-given', note };
}

/** The share of letter pairs that two words have in common (Dice). */
function likeness(a: string, b: string): number {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2)));
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

export const NamedDrug = z.object({
  given: z.string(),
  /** Lower case; more than one for a combination. */
  ingredients: z.array(z.string()).min(1),
  rxcui: z.string().nullable(),
  /** `approximate`: RxNorm knows no such name, and this is the nearest one it has. `as-given`: RxNorm was of no help. */
  match: z.enum(['exact', 'approximate', 'as-given']),
  note: z.enum(['rxnorm-unavailable', 'not-in-rxnorm']).nullable(),
});
export type NamedDrug = z.infer<typeof NamedDrug>;

/** Substances with one international (INN) and another American (USAN) name. */
const pairs = once(() => readLexicon('drugs/name-pairs', ['international', 'american']));

export function otherNamesOf(name: string): string[] {
  return pairs().flatMap(({ international, american }) =>
    international === name ? [american] : american === name ? [international] : [],
  );
}

/** RxNav's answer to a name: https://lhncbc.nlm.nih.gov/RxNav/APIs/api-RxNorm.findRxcuiByString.html */
export const NameAnswer = z
  .object({ idGroup: z.object({ rxnormId: z.array(z.string()).optional() }) })
  .transform(({ idGroup }) => idGroup.rxnormId?.[0] ?? null);

/** Its answer to a misspelt name, nearest first. */
export const NearAnswer = z
  .object({
    approximateGroup: z.object({
      candidate: z
        .array(z.object({ rxcui: z.string().optional(), name: z.string().optional() }))
        .nullish()
        .transform((candidates) => candidates ?? []),
    }),
  })
  .transform(({ approximateGroup }) =>
    approximateGroup.candidate.flatMap(({ rxcui, name }) => (rxcui ? [{ rxcui, name: name ?? null }] : [])),
  );

/** The ingredients among the concepts related to a drug, in lower case. */
export const IngredientsAnswer = z
  .object({
    allRelatedGroup: z.object({
      conceptGroup: z.array(
        z.object({
          tty: z.string(),
          conceptProperties: z.array(z.object({ name: z.string() })).optional(),
        }),
      ),
    }),
  })
  .transform(({ allRelatedGroup }) =>
    allRelatedGroup.conceptGroup
      .filter(({ tty }) => tty === 'IN')
      .flatMap(({ conceptProperties }) => conceptProperties ?? [])
      .map(({ name }) => name.toLowerCase()),
  );
