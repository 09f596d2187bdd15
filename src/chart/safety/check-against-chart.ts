import * as texts from '../../../texts/safety.ts';
import { byGravity, type SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readPatterns } from '../../language/read-lexicon.ts';
import type { CheckInput } from './check-prescription.ts';
import { hasPhrase } from './drug-book.ts';
import type { ConditionEntry, MedicationEntry } from './facts/patient-facts.ts';
import { aboutOf, entryOf, finding, isForRoute, sourceOf } from './make-finding.ts';
import { readDosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

/** The drug with each problem of the chart, the gravest of what the tables say of it. */
export function checkConditions(input: CheckInput): SafetyFinding[] {
  const { drug, dosage, facts, tables, book, language } = input;
  const rows = tables.diseases.filter(
    (row) => book.covers(aboutOf(row), drug) && isForRoute(row, dosage.route),
  );
  return facts.conditions.flatMap((entry): SafetyFinding[] => {
    const worst = rows.filter((row) => isOf(row, entry)).sort(byGravity)[0];
    if (worst === undefined) return [];
    const when = entry.is_past ? texts.IN_THE_PAST[language] : '';
    const message = `${entry.text}${when}: ${worst.advice[language]}`;
    const evidence = [entryOf(entry), ...sourceOf(tables, worst.source)];
    return [finding(input, ['condition', worst.severity], message, evidence)];
  });

  function isOf({ condition, also_past }: (typeof rows)[number], entry: ConditionEntry): boolean {
    if (entry.is_past && !also_past) return false;
    return conditionsOf(entry, tables).has(condition);
  }
}

/** An entry is read once, for however many drugs. */
const read = new WeakMap<ConditionEntry, ReadonlySet<string>>();

/** The conditions of the tables that an entry of the chart is. */
export function conditionsOf(entry: ConditionEntry, { conditions }: SafetyTables): ReadonlySet<string> {
  const known =
    read.get(entry) ??
    new Set(conditions.filter((row) => matchesCondition(row, entry)).map(({ condition }) => condition));
  read.set(entry, known);
  return known;
}

const cues = once(() => readPatterns('language/chart-cues', ['no_present_condition']));

function matchesCondition(
  { words, not_words = [], icd10, snomed = [] }: SafetyTables['conditions'][number],
  { text, codes }: ConditionEntry,
): boolean {
  if (cues().no_present_condition.test(foldDiacritics(text.toLowerCase()))) return false;
  if (not_words.some((word) => hasPhrase(text, word))) return false;
  const isCoded = codes.some(
    (code) => snomed.includes(code) || icd10.some((start) => code.toUpperCase().startsWith(start)),
  );
  return isCoded || words.some((word) => hasPhrase(text, word));
}

/** The drug at the patient's kidney function; without one, or with an old one, that it could not be checked. */
export function checkRenal(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, dosage } = input;
  const rows = tables.renal.filter((row) => book.covers(aboutOf(row), drug) && isForRoute(row, dosage.route));
  if (rows.length === 0) return [];
  const { egfr } = facts;
  if (egfr === null) return [unknown(input)];
  const taken = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const row = rows
    .filter(({ below_egfr, with_class }) => {
      const isWith = with_class?.some((key) => taken.some(({ classes }) => classes.includes(key))) ?? true;
      return egfr.value < below_egfr && isWith;
    })
    // The gravest, and of those the lowest threshold that the patient is below, says the most.
    .sort((a, b) => byGravity(a, b) || a.below_egfr - b.below_egfr)[0];
  const measured = { title: `eGFR ${egfr.value}`, reference: egfr.reference };
  const day = egfr.date.slice(0, 10);
  const aged = egfr.is_old ? [finding(input, ['renal', 'unknown'], texts.egfrTooOld(day), [measured])] : [];
  if (!row) return aged;
  const message = texts.egfrBelow(egfr.value, day, egfr.computed, row.below_egfr, row.advice);
  const evidence = [measured, ...sourceOf(tables, row.source)];
  return [finding(input, ['renal', row.severity], message, evidence), ...aged];
}

/** A recorded creatinine that no eGFR can be had from is not "nothing recorded". */
function unknown(input: CheckInput): SafetyFinding {
  const { creatinine, pregnancy } = input.facts;
  const say = (why: Bilingual, evidence: SafetyFinding['evidence'] = []) =>
    finding(input, ['renal', 'unknown'], texts.needsKidneyFunction(input.drug.name, why), evidence);
  if (creatinine === null) return say(texts.NO_EGFR);
  const why =
    pregnancy === null ? texts.egfrNotComputed(creatinine.text) : texts.noEgfrInPregnancy(creatinine.text);
  return say(why, [entryOf(creatinine)]);
}

export function checkAge(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  const { age_years } = facts;
  const rows = tables.age.filter((row) => book.covers(aboutOf(row), drug));
  if (rows.length === 0) return [];
  if (age_years === null) return [finding(input, ['age', 'unknown'], texts.NO_BIRTH_DATE)];
  return rows
    .filter(
      ({ min_age_years, max_age_years }) =>
        (min_age_years !== undefined && age_years < min_age_years) ||
        (max_age_years !== undefined && age_years >= max_age_years),
    )
    .map((row) =>
      finding(
        input,
        ['age', row.severity],
        texts.adviceAtAge(age_years, row.advice),
        sourceOf(tables, row.source),
      ),
    );
}

/** The drug with each active one, in both directions, the gravest of what the tables say of a pair. */
export function checkInteractions(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, language } = input;
  const active = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const isTaken = (key: string) => active.some(({ classes }) => classes.includes(key));
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    // Unchecked is not safe, on the chart as in the order: it takes a reason to go on.
    const unchecked = (message: Bilingual) =>
      finding(input, ['interaction', 'major'], message, [entryOf(taken)]);
    if (taken.unnamed) return [unchecked(texts.onlyByReference(taken.text))];
    const { drugs, unknown } = book.resolve(taken.text);
    const unread = drugs.length === 0 ? [taken.text] : unknown;
    const unknowns = unread.map((name) => unchecked(texts.interactionsUnknown(name)));
    // The same drug twice is a duplicate, not an interaction.
    const others = drugs.filter(({ name }) => name !== drug.name);
    const worst = tables.interactions
      .filter(({ beside_class }) => beside_class?.some(isTaken) ?? true)
      .filter(({ a, b }) =>
        others.some(
          (other) =>
            (book.covers(a, drug) && book.covers(b, other)) ||
            (book.covers(b, drug) && book.covers(a, other)),
        ),
      )
      .map((row) => withLimit(row, input, taken))
      .sort(byGravity)[0];
    if (!worst) return unknowns;
    const told = texts.interactsWith(taken.text, worst.effect, worst.action);
    const message = `${worst.above?.[language] ?? ''}${told[language]}`;
    const evidence = [entryOf(taken), ...sourceOf(tables, worst.source)];
    return [finding(input, ['interaction', worst.severity], message, evidence), ...unknowns];
  });
}

type InteractionRow = SafetyTables['interactions'][number];

/** A row that holds up to a dose is major above it, whichever of the two is the one that is ordered. */
function withLimit(
  row: InteractionRow,
  { drug, dosage, book }: CheckInput,
  { text, dosage: taken = '' }: MedicationEntry,
): InteractionRow & { above?: Bilingual } {
  const isTaken = (name: string) => book.resolve(text).drugs.some((other) => book.covers(name, other));
  for (const { drug: name, max_daily } of row.limits ?? []) {
    const given = book.covers(name, drug) ? dosage : isTaken(name) ? readDosage(`${text} ${taken}`) : null;
    const { amount = null, per_day } = given ?? {};
    if (amount === null || amount.unit !== 'mg' || amount.per !== undefined) continue;
    const daily = amount.value * Math.max(1, per_day ?? 1);
    if (daily <= max_daily) continue;
    const severity = row.severity === 'moderate' ? 'major' : row.severity;
    return { ...row, severity, above: texts.aboveTogether(name, daily, max_daily) };
  }
  return row;
}

/** The same drug, or another of a class of which one is enough, among the active ones. */
export function checkDuplicates(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const others = book.resolve(taken.text).drugs;
    if (others.some(({ name }) => name === drug.name))
      return [finding(input, ['duplicate', 'major'], texts.alreadyActive(taken.text), [entryOf(taken)])];
    const shared = tables.classes.find(
      ({ class: key, duplicate }) =>
        duplicate && drug.classes.includes(key) && others.some(({ classes }) => classes.includes(key)),
    );
    if (!shared) return [];
    const message = texts.sameClassActive(taken.text, shared.names);
    const evidence = [entryOf(taken), ...sourceOf(tables, shared.source)];
    return [finding(input, ['duplicate', 'moderate'], message, evidence)];
  });
}
