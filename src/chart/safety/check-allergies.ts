import * as texts from '../../../texts/safety.ts';
import type { SafetyFinding } from '../../domain/approval.ts';
import type { AllergyArgs, NoteArgs } from '../../domain/chart-writes.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { ChartParts } from '../chart.port.ts';
import type { CheckInput } from './check-prescription.ts';
import { type DrugBook, hasPhrase } from './drug-book.ts';
import { deniesAllergies, gravenessOf, isPlainlyNoDrug } from './facts/allergy-words.ts';
import type { AllergyEntry, PatientFacts } from './facts/patient-facts.ts';
import { entryOf, finding, raisedIfHighAlert, sourceOf } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

type AllergyRow = SafetyTables['allergies'][number];

const SEVERITY = { contraindicated: 'contraindicated', caution: 'major', low: 'info' } as const;
const RISKS = ['contraindicated', 'caution', 'low'];

/** Recorded allergies to the drug itself, to its class and to what cross-reacts with it. */
export function checkAllergies(input: CheckInput): SafetyFinding[] {
  const { facts } = input;
  if (facts.allergies.length > 0) return facts.allergies.flatMap((allergy) => against(input, allergy));
  return facts.says_no_allergies
    ? []
    : [finding(input, ['missing-data', 'unknown'], texts.NO_ALLERGIES_RECORDED)];
}

function against(input: CheckInput, allergy: AllergyEntry): SafetyFinding[] {
  const found = riskOf(allergy, input);
  if (found === null) return [];
  const told = allergy.reaction === undefined ? allergy.text : `${allergy.text} (${allergy.reaction})`;
  const of = (
    severity: SafetyFinding['severity'],
    message: Bilingual,
    source: SafetyFinding['evidence'] = [],
  ) => finding(input, ['allergy', severity], message, [entryOf(allergy), ...source]);
  if (found === 'unread') return [raisedIfHighAlert(input, of('unknown', texts.allergyUnread(told)))];
  const { risk, row } = found;
  if (row === undefined) return [of('contraindicated', texts.allergyRecorded(told))];
  const source = sourceOf(input.tables, row.source);
  return [of(SEVERITY[risk], texts.allergyExplained(told, row.explanation), source)];
}

interface Risk {
  risk: AllergyRow['risk'];
  /** None where the allergy is to the drug itself, or to its class by name. */
  row?: AllergyRow;
}

/** What an allergy means for a drug; null where nothing, `unread` where its words say nothing to the tables. */
export function riskOf(
  allergy: AllergyEntry,
  { drug, book, tables }: Pick<CheckInput, 'drug' | 'book' | 'tables'>,
): Risk | 'unread' | null {
  const { drugs, classes, rows } = readAllergy(allergy, tables, book);
  if (drugs.includes(drug.name)) return { risk: 'contraindicated' };
  const worst = rows
    .filter((row) => book.covers(row.to, drug))
    .map((row) => ({ risk: riskAfter(row, allergy), row }))
    .sort((a, b) => RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk))[0];
  if (worst) return worst;
  if (classes.some((key) => drug.classes.includes(key))) return { risk: 'contraindicated' };
  const isRead = drugs.length + rows.length + classes.length > 0;
  return isRead || isPlainlyNoDrug(allergy.text) ? null : 'unread';
}

type ReadAllergy = AllergyMeaning & { rows: AllergyRow[] };
/** An entry is read once, for however many drugs. */
const read = new WeakMap<AllergyEntry, ReadAllergy>();

function readAllergy(allergy: AllergyEntry, tables: SafetyTables, book: DrugBook): ReadAllergy {
  const known = read.get(allergy);
  if (known !== undefined) return known;
  const meaning = meaningOf(allergy.text, tables, book);
  const rows = tables.allergies.filter((row) => row.allergy.some((word) => hasPhrase(meaning.text, word)));
  read.set(allergy, { ...meaning, rows });
  return { ...meaning, rows };
}

function riskAfter({ risk, after_anaphylaxis, after_severe_skin }: AllergyRow, { graveness }: AllergyEntry) {
  if (graveness === 'severe-skin') return after_severe_skin ?? risk;
  return graveness === 'anaphylaxis' ? (after_anaphylaxis ?? risk) : risk;
}

type AllergyMeaning = ReturnType<typeof meaningOf>;

function meaningOf(allergy: string, tables: SafetyTables, book: DrugBook) {
  const also = tables.allergyWords
    .filter(({ words }) => words.some((word) => hasPhrase(allergy, word)))
    .flatMap(({ means }) => means.flatMap((key) => wordsFor(tables, key)));
  const text = [allergy, ...also].join('; ');
  return {
    /** With the names of what its short forms mean: "PCN" is also "penicillins". */
    text,
    drugs: book.resolve(text).drugs.map(({ name }) => name),
    /** The keys of the classes that it names as a whole. */
    classes: tables.classes
      .filter((row) => wordsForClass(row).some((word) => hasPhrase(text, word)))
      .map((row) => row.class),
  };
}

function wordsFor({ classes }: SafetyTables, key: string): string[] {
  const row = classes.find((one) => one.class === key);
  return row === undefined ? [key] : wordsForClass(row);
}

/** What a class is called, also one member of it: "statins", "statin". */
function wordsForClass({ names, spoken }: SafetyTables['classes'][number]): string[] {
  return [names.en, names.vi, ...spoken].flatMap((name) => [name, name.replace(/s$/u, '')]);
}

type EntryContext = Pick<CheckInput, 'facts' | 'tables' | 'book' | 'language'>;

/** What the chart says that a new allergy repeats or contradicts, by the drug and by its class. */
export function checkAllergyEntry(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const findings = [...repeated(args, context), ...taken(args, context)];
  if (!context.facts.says_no_allergies) return findings;
  return [...findings, finding(context, ['contradiction', 'moderate'], texts.CHART_DENIES_ALLERGIES)];
}

function repeated({ substance }: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, tables, book } = context;
  const meant = meaningOf(substance, tables, book);
  return facts.allergies
    .filter(
      ({ text }) =>
        text.toLowerCase().trim() === substance.toLowerCase().trim() ||
        overlaps(meant, meaningOf(text, tables, book), book),
    )
    .map((entry) =>
      finding(context, ['duplicate', 'moderate'], texts.allergyRepeated(entry.text), [entryOf(entry)]),
    );
}

/** Active medication that the new allergy speaks against, as it would against a prescription. */
function taken(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, book } = context;
  const graveness = gravenessOf({ text: `${args.substance}; ${args.reaction ?? ''}` });
  const proposed = { text: args.substance, reference: 'proposed', ...graveness };
  return facts.medication.flatMap((entry): SafetyFinding[] => {
    const risks = book.resolve(entry.text).drugs.map((drug) => riskOf(proposed, { ...context, drug }));
    const isOf = (risk: 'contraindicated' | 'caution') =>
      risks.some((one) => one !== null && one !== 'unread' && one.risk === risk);
    const isSame = entry.text.toLowerCase().trim() === args.substance.toLowerCase().trim();
    if (!isSame && !isOf('contraindicated') && !isOf('caution')) return [];
    const severity = isSame || isOf('contraindicated') ? 'major' : 'moderate';
    return [
      finding(context, ['contradiction', severity], texts.allergicToActive(entry.text), [entryOf(entry)]),
    ];
  });
}

/** The same class, the same drug, or a drug of the other's class. */
function overlaps(a: AllergyMeaning, b: AllergyMeaning, book: DrugBook): boolean {
  const isIn = (one: AllergyMeaning, other: AllergyMeaning) =>
    one.drugs.some((name) =>
      book.resolve(name).drugs.some((drug) => drug.classes.some((key) => other.classes.includes(key))),
    );
  return (
    a.drugs.some((name) => b.drugs.includes(name)) ||
    a.classes.some((key) => b.classes.includes(key)) ||
    isIn(a, b) ||
    isIn(b, a)
  );
}

/** A note that is there already, or that denies allergies which the chart records. */
export function checkNote(
  { text }: NoteArgs,
  { facts, parts, language }: { facts: PatientFacts; parts: ChartParts; language: Language },
): SafetyFinding[] {
  const same = parts.notes.filter(({ content }) =>
    content.some(({ attachment }) => decode(attachment.data) === text.trim()),
  );
  const repeated = same.map(({ id }) => {
    const note = entryOf({ text: 'DocumentReference', reference: `DocumentReference/${id}` });
    return finding({ language }, ['duplicate', 'moderate'], texts.NOTE_REPEATED, [note]);
  });
  if (!deniesAllergies(text) || facts.allergies.length === 0) return repeated;
  const recorded = facts.allergies.map(entryOf);
  return [
    ...repeated,
    finding({ language }, ['contradiction', 'major'], texts.NOTE_DENIES_ALLERGIES, recorded),
  ];
}

function decode(data: string | undefined): string {
  return Buffer.from(data ?? '', 'base64')
    .toString('utf8')
    .trim();
}
