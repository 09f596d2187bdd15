import { z } from 'zod';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import { DRUG_TABLES_NAME, otherPairs, PAIR_VERDICTS, TAKEN_AFTER } from '../../../texts/tools.ts';
import type { Principal } from '../../domain/access.ts';
import { byGravity } from '../../domain/approval.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { splitWords } from '../../language/claim-words.ts';
import { once, readLexicon, readPatterns } from '../../language/read-lexicon.ts';
import { readDenials } from '../../language/read-negation.ts';
import { splitSentences } from '../../language/sentences.ts';
import type { DrugTables, TableStatement } from '../drug-tables.port.ts';
import { type Citable, makeCitable } from '../make-citable.ts';
import { type FetchedLabel, type NamedDrug, otherNamesOf } from './drug-label.ts';

const MAX_MENTIONS = 8;

const Mention = z.object({
  term: z.string(),
  /** By its own name, or by a class it belongs to. */
  by: z.enum(['name', 'class']),
  section: z.string(),
  quote: z.string(),
  quote_start: z.number(),
  quote_end: z.number(),
  passage_id: z.string(),
  denies: z.boolean(),
});
type Mention = z.infer<typeof Mention>;

const Direction = z.object({
  /** Whose label was read, and what it was read for. */
  label_of: z.string(),
  about: z.string(),
  /** `no-label` and `unavailable`: it could not be checked. */
  checked: z.enum(['read', 'no-label', 'unavailable']),
  mentions: z.array(Mention),
});

export const CheckedPair = z.object({
  /** No tuple: the JSON schema of one means something else to clients that read the draft before 2020. */
  drugs: z.array(z.string()).length(2),
  /**
   * `described`: a label speaks of the other drug. `described-as-none`: only to say that nothing happens. `not-described`: both
   * labels were read and neither does. `partly-checked`: one was read, and it does not. `not-checked`: neither could be read.
   */
  verdict: z.enum(['described', 'described-as-none', 'not-described', 'partly-checked', 'not-checked']),
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

interface TablePair {
  isKnown: boolean;
  statements: TableStatement[];
}

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

/** `effect`: what a label may deny, by the first letters. A sentence that `warns` does so whatever it denies: in doubt it is one. */
const cues = once(() => ({
  ...readPatterns('language/label-cues', ['effect']),
  ...readPatterns('language/label-cues', ['warns'], 'iu'),
}));
/** "No clinically significant pharmacokinetic drug interaction". */
const DENIAL_REACH = 5;

/** The sentences of a label's passages that speak of a drug by one of its terms; each sentence once. */
export function findMentions(passages: readonly RankedPassage[], terms: readonly DrugTerm[]): Mention[] {
  return passages.flatMap((passage) => {
    if (!terms.some(({ term }) => holds(passage.text, term))) return [];
    return splitSentences(passage.text, 'en').flatMap((sentence) => {
      const found = terms.find(({ term }) => holds(sentence.text, term));
      if (!found) return [];
      return {
        ...found,
        quote: sentence.text,
        quote_start: passage.start + sentence.start,
        quote_end: passage.start + sentence.end,
        section: passage.heading,
        passage_id: passage.id,
        denies: findsNothing(sentence.text),
      };
    });
  });
}

/** "No interaction was seen", "did not alter": the label looked, and found nothing of note. */
function findsNothing(sentence: string): boolean {
  const { effect, warns } = cues();
  if (warns.test(sentence)) return false;
  return readDenials(splitWords(sentence), DENIAL_REACH).some((denied) =>
    denied.some((stem) => effect.test(stem)),
  );
}

function holds(text: string, term: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(term); at !== -1; at = lower.indexOf(term, at + 1)) {
    if (isEdge(lower[at - 1]) && isEdge(lower[at + term.length])) return true;
  }
  return false;
}

function isEdge(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}

/** A word or two by which another drug's label may speak of this one. */
export type DrugTerm = Pick<Mention, 'term' | 'by'>;

/** Shorter ones are found inside too many other things. */
const MIN_LENGTH = 3;

/** Everything a label may call this drug: its names, and the classes it belongs to, but for those of the label's own drug. */
export function drugTerms(drug: NamedDrug, labelOf: NamedDrug, classes: readonly DrugClass[]): DrugTerm[] {
  const names = labelNames(drug);
  const own = new Set(classesOf(labelNames(labelOf), classes).map((drugClass) => drugClass.class));
  const spoken = classesOf(names, classes).flatMap(({ class: id, spoken }) =>
    // A drug's own label calls the drug itself by the singular; only the plural speaks of others like it.
    own.has(id)
      ? spoken.filter((word) => word.endsWith('s'))
      : spoken.flatMap((word) => [word, word.replace(/s$/u, '')]),
  );
  const taken = new Set(names);
  return [
    ...names.map((term) => ({ term, by: 'name' as const })),
    ...[...new Set(spoken)]
      .filter((term) => !taken.has(term))
      .map((term) => ({ term, by: 'class' as const })),
  ].filter(({ term }) => term.length >= MIN_LENGTH);
}

function labelNames({ given, ingredients, match }: NamedDrug): string[] {
  // A misspelt name stands in no label.
  const asked = match === 'approximate' ? [] : [given.trim().toLowerCase()];
  return [...new Set([...asked, ...ingredients, ...ingredients.flatMap(otherNamesOf)])];
}

export interface DrugClass {
  class: string;
  /** The words for it, in lower case and the plural. */
  spoken: readonly string[];
  /** By non-proprietary name, in lower case. */
  members: readonly string[];
  aliases?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Words of US labels that gather several of the classes prescriptions are checked by, or call one of them otherwise. */
const labelWords = once(() =>
  readLexicon('drugs/label-classes', ['spoken', 'classes']).map(({ spoken, classes }) => ({
    spoken: spoken.split('|'),
    classes: classes.split('|'),
  })),
);

/** The classes as labels call them: those of the drug tables, and the words of labels for several of them together. */
export function labelClasses(tables: readonly DrugClass[]): DrugClass[] {
  const gathered = labelWords().map(({ spoken, classes }) => {
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
