import { z } from 'zod';
import type { DrugClass } from './drug-classes.ts';
import { drugTerms } from './drug-terms.ts';
import type { FetchedLabel } from './fetch-label.ts';
import { findMentions, type Mention } from './find-mentions.ts';
import type { NamedDrug } from './named-drug.ts';

const MAX_MENTIONS = 8;

/** What one drug's label says of another. */
const Direction = z.object({
  /** Whose label was read, and what it was read for. */
  label_of: z.string(),
  about: z.string(),
  /** `no-label` and `unavailable`: nobody could look. */
  checked: z.enum(['read', 'no-label', 'unavailable']),
  mentions: z.array(
    z.object({
      term: z.string(),
      /** By its own name, or by a class it belongs to. */
      by: z.enum(['name', 'class']),
      section: z.string(),
      quote: z.string(),
      quote_start: z.number(),
      quote_end: z.number(),
      passage_id: z.string(),
      denies: z.boolean(),
    }),
  ),
});

export const CheckedPair = z.object({
  drugs: z.tuple([z.string(), z.string()]),
  /**
   * `described`: a label speaks of the other drug. `described-as-none`: only to say that nothing happens. `not-described`: both
   * labels were read and neither does. `partly-checked`: one was read, and it does not. `not-checked`: neither could be read.
   */
  verdict: z.enum(['described', 'described-as-none', 'not-described', 'partly-checked', 'not-checked']),
  /** The gravest section that speaks of it. */
  strongest_section: z.string().nullable(),
  directions: z.array(Direction).length(2),
});
export type CheckedPair = z.infer<typeof CheckedPair>;

export interface LabelledDrug {
  drug: NamedDrug;
  label: FetchedLabel;
}

/** Gravest first; sections not named here come after. */
const GRAVITY = [
  'boxed warning',
  'contraindications',
  'do not use',
  'drug interactions',
  'warnings and cautions',
  'warnings',
];

/** Reads each of two drugs' labels for the other. */
export function checkPair(a: LabelledDrug, b: LabelledDrug, classes: readonly DrugClass[]): CheckedPair {
  const directions = [readFor(a, b.drug, classes), readFor(b, a.drug, classes)];
  const mentions = directions.flatMap((direction) => direction.mentions);
  const read = directions.filter(({ checked }) => checked === 'read').length;
  return {
    drugs: [a.drug.given, b.drug.given],
    verdict: verdictOf(mentions, read),
    strongest_section: mentions.filter(({ denies }) => !denies).toSorted(byGravity)[0]?.section ?? null,
    directions,
  };
}

function readFor({ drug, label }: LabelledDrug, other: NamedDrug, classes: readonly DrugClass[]) {
  const direction = { label_of: drug.given, about: other.given };
  if (label.status !== 'ok') {
    const checked = label.status === 'not-found' ? ('no-label' as const) : ('unavailable' as const);
    return { ...direction, checked, mentions: [] };
  }
  const mentions = findMentions(label.citable.passages, drugTerms(other, drug, classes));
  return {
    ...direction,
    checked: 'read' as const,
    mentions: mentions.toSorted(byGravity).slice(0, MAX_MENTIONS),
  };
}

function verdictOf(mentions: readonly Mention[], read: number): CheckedPair['verdict'] {
  if (mentions.some(({ denies }) => !denies)) return 'described';
  if (mentions.length > 0) return 'described-as-none';
  return read === 2 ? 'not-described' : read === 1 ? 'partly-checked' : 'not-checked';
}

/** By section, then by name before class: what is said of the drug itself tells more. */
function byGravity(a: Mention, b: Mention): number {
  return gravityOf(a) - gravityOf(b) || Number(a.by === 'class') - Number(b.by === 'class');
}

function gravityOf({ section }: Mention): number {
  const place = GRAVITY.indexOf(section);
  return place === -1 ? GRAVITY.length : place;
}
