import { z } from 'zod';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import { DRUG_TABLES_NAME, otherPairs, PAIR_VERDICTS, TAKEN_AFTER } from '../../../texts/tools.ts';
import type { Principal } from '../../domain/access.ts';
import { byGravity } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { DrugTables, TableStatement } from '../drug-tables.port.ts';
import { type Citable, makeCitable } from '../make-citable.ts';
import type { DrugClass } from './drug-classes.ts';
import type { FetchedLabel } from './drug-label.ts';
import { drugTerms, findMentions, Mention } from './find-mentions.ts';
import type { NamedDrug } from './name-drug.ts';

const MAX_MENTIONS = 8;

/** What one drug's label says of another. */
const Direction = z.object({
  /** Whose label was read, and what it was read for. */
  label_of: z.string(),
  about: z.string(),
  /** `no-label` and `unavailable`: it could not be checked. */
  checked: z.enum(['read', 'no-label', 'unavailable']),
  mentions: z.array(Mention),
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
    strongest_section: mentions.filter(({ denies }) => !denies).toSorted(bySection)[0]?.section ?? null,
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
    mentions: mentions.toSorted(bySection).slice(0, MAX_MENTIONS),
  };
}

function verdictOf(mentions: readonly Mention[], read: number): CheckedPair['verdict'] {
  if (mentions.some(({ denies }) => !denies)) return 'described';
  if (mentions.length > 0) return 'described-as-none';
  return read === 2 ? 'not-described' : read === 1 ? 'partly-checked' : 'not-checked';
}

/** By section, then by name before class: what is said of the drug itself tells more. */
function bySection(a: Mention, b: Mention): number {
  return gravityOf(a) - gravityOf(b) || Number(a.by === 'class') - Number(b.by === 'class');
}

function gravityOf({ section }: Mention): number {
  const place = GRAVITY.indexOf(section);
  return place === -1 ? GRAVITY.length : place;
}

/** What the tables say of two drugs. */
export interface TablePair {
  /** Whether the tables know both. */
  isKnown: boolean;
  /** The gravest first. */
  statements: TableStatement[];
}

/** Looks a pair up as it was named, then by what RxNorm says is in it. */
export function checkPairInTables(a: NamedDrug, b: NamedDrug, tables: DrugTables): TablePair {
  const found = namesOf(a).flatMap((first) => namesOf(b).map((second) => tables.ofPair(first, second)));
  const known = found.filter((statements) => statements !== null);
  return { isKnown: known.length > 0, statements: known.find(({ length }) => length > 0) ?? [] };
}

export function namesOf({ given, ingredients }: NamedDrug): string[] {
  return [...new Set([given, ingredients.join(' and ')])];
}

/** What was found of each pair in words: those that interact one by one, the gravest first, the others together. */
export function describePairs(pairs: readonly CheckedPair[], inTables: readonly TablePair[]): Bilingual {
  return { en: line('en'), vi: line('vi') };

  function line(language: Language): string {
    const described = pairs
      .map((pair, i) => ({ ...pair, gravest: inTables[i]?.statements[0] }))
      .filter(({ verdict }) => verdict === 'described')
      .toSorted((a, b) => byGravity(a.gravest ?? UNGRADED, b.gravest ?? UNGRADED))
      .map(({ drugs, verdict, gravest }) => {
        const severity = gravest === undefined ? '' : ` (${SEVERITY_WORDS[gravest.severity][language]})`;
        return `${drugs.join(' + ')}: ${PAIR_VERDICTS[verdict][language]}${severity}.`;
      });
    const others = OTHERS.flatMap((verdict) => {
      const names = pairs.filter((pair) => pair.verdict === verdict).map(({ drugs }) => drugs.join(' + '));
      return names.length === 0 ? [] : [`${inFew(names, language)}: ${PAIR_VERDICTS[verdict][language]}.`];
    });
    return [...described, ...others].join(' ');
  }
}

/** A label does not grade what it describes. */
const UNGRADED = { severity: 'unknown' as const };
const MAX_NAMED = 3;

/** Of many pairs that nothing is said of, how many they are says enough; the result has them all. */
function inFew(names: readonly string[], language: Language): string {
  if (names.length <= MAX_NAMED) return names.join(', ');
  return otherPairs(names.length)[language];
}

const OTHERS = ['described-as-none', 'not-described', 'partly-checked', 'not-checked'] as const;

/** A statement of the tables as a source that is cited like any other, with whom it was taken from. */
export function citeTable(
  { id, topic, title, text, source }: TableStatement,
  { language, principal, at }: { language: Language; principal: Principal; at: string },
): Citable {
  return makeCitable(
    {
      id: `drug-table-${id}-${language}`,
      tenant_id: principal.tenant_id,
      title: `${title[language]} (${DRUG_TABLES_NAME[language]})`,
      source_type: 'drug_table',
      // What it was taken from are labels, formularies and guidelines.
      evidence_level: 'clinical_guideline',
      journal: source.organisation,
      year: source.year,
      url: null,
      reference: `${TAKEN_AFTER[language]}: ${source.organisation}. ${source.title}. ${source.year}.`,
      created_at: at,
      language,
    },
    [{ heading: topic, text: text[language] }],
  );
}
