import { z } from 'zod';
import { AGE_UNITS, SUMMARY_WORDS } from '../../../texts/chart.ts';
import type {
  ChartAllergy,
  ChartMeasurement,
  ChartMedication,
  ChartNote,
  ChartProblem,
  ChartSummary,
} from '../../domain/chart-summary.ts';
import { type InLanguage, inLanguage, type Language } from '../../domain/language.ts';
import type { ChartParts, Stored } from '../chart.port.ts';
import { monthsAt } from '../chart-dates.ts';
import { egfrFor } from '../egfr.ts';
import { displayedName, stateText } from '../patient-identity.ts';
import {
  Concept,
  conceptCodes,
  conceptText,
  firstCode,
  listOf,
  Period,
  Person,
  words,
} from './lenient-fields.ts';
import { seriesOf, summariseObservations } from './summarise-observations.ts';

const PAST_SHOWN = 8;
const NOTES_SHOWN = 3;
const EXCERPT = 400;
/** Values before the latest that a line tells. */
export const EARLIER_SHOWN = 3;

const ACTIVE_PROBLEM = ['active', 'recurrence', 'relapse'];
const CURRENT_MEDICATION = ['active', 'on-hold', 'unknown', 'draft'];
const WITHDRAWN = ['entered-in-error', 'refuted'];
/** SNOMED CT: no known allergy; drug, food, environmental allergy. */
const NO_KNOWN_ALLERGY = ['716186003', '409137002', '429625007', '428607008'];
const PREGNANCY = /\bpregnan|\bgravid|mang thai|có thai|thai kỳ/iu;

const Clinical = z.object({
  id: z.string(),
  code: Concept,
  clinicalStatus: Concept,
  verificationStatus: Concept,
  onsetDateTime: words,
  onsetPeriod: Period,
  onsetString: words,
  abatementDateTime: words,
  recordedDate: words,
  criticality: words,
  reaction: listOf(z.object({ manifestation: listOf(Concept), severity: words, description: words })),
});
const Prescribed = z.object({
  id: z.string(),
  status: words,
  medicationCodeableConcept: Concept,
  medicationReference: z.object({ display: words, reference: words }).optional().catch(undefined),
  contained: listOf(z.object({ id: words, code: Concept })),
  dosageInstruction: listOf(z.object({ text: words })),
  authoredOn: words,
});
/** The same of what is stated to be taken, under its own names. */
const Stated = z
  .object({
    ...Prescribed.shape,
    dosage: listOf(z.object({ text: words })),
    effectiveDateTime: words,
    effectivePeriod: Period,
  })
  .transform(({ dosage, effectiveDateTime, effectivePeriod, ...entry }) => ({
    ...entry,
    dosageInstruction: dosage,
    authoredOn: effectiveDateTime ?? effectivePeriod?.start,
  }));
const Written = z.object({
  id: z.string(),
  status: words,
  docStatus: words,
  date: words,
  description: words,
  type: Concept,
  content: listOf(
    z.object({
      attachment: z.object({ contentType: words, data: words, title: words }).optional().catch(undefined),
    }),
  ),
});

/** A patient's chart in short, for a clinician and for the model that answers them. `now` is ISO 8601. */
export function summariseChart(
  parts: ChartParts,
  { language, now }: { language: Language; now: string },
): ChartSummary {
  const patient = describePatient(parts.patient, now, language);
  const problems = readAll(Clinical, parts.conditions).filter(isMeant).map(problemOf).sort(bySince);
  const isPast = ({ status }: { status: string | null }) =>
    status !== null && !ACTIVE_PROBLEM.includes(status);
  const medications = [
    ...readAll(Prescribed, parts.medicationRequests),
    ...readAll(Stated, parts.medicationStatements),
  ]
    .filter(({ status }) => status !== 'entered-in-error')
    .map(medicationOf)
    .sort(bySince);
  const isStopped = ({ status }: ChartMedication) => !CURRENT_MEDICATION.includes(status ?? 'unknown');
  const { labs, vitals, findings } = summariseObservations(seriesOf(parts.observations));
  const current = problems.filter((problem) => !isPast(problem));
  const egfr = egfrFor({
    labs,
    gender: patient.gender,
    birthDate: patient.birth_date,
    isPregnant: current.some(({ text }) => PREGNANCY.test(text)),
  });
  const say = inLanguage(SUMMARY_WORDS, language);
  const summary = {
    patient,
    allergies: readAll(Clinical, parts.allergies)
      .filter(isMeant)
      .map((entry) => allergyOf(entry, say.severities)),
    problems: current,
    past_problems: problems.filter(isPast).slice(0, PAST_SHOWN),
    medications: medications.filter((medication) => !isStopped(medication)),
    past_medications: medications.filter(isStopped).slice(0, PAST_SHOWN),
    labs: egfr.kind === 'computed' ? [egfr.measurement, ...labs] : labs,
    vitals,
    findings,
    notes: readAll(Written, parts.notes)
      .filter(isKept)
      .map(noteOf)
      .sort((one, two) => (two.at ?? '').localeCompare(one.at ?? ''))
      .slice(0, NOTES_SHOWN),
    remarks: [
      ...parts.incomplete.map((type) => `${say.incomplete}: ${type}`),
      ...(egfr.kind === 'not-possible' ? [`${say.noEgfr}: ${say.egfrReasons[egfr.reason]}`] : []),
    ],
  };
  return { ...summary, text: printSummary(summary, language) };
}

/** Entries without an id or of no form at all are left out; nothing else is. */
function readAll<Schema extends z.ZodType>(schema: Schema, entries: readonly unknown[]): z.infer<Schema>[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

type Clinical = z.infer<typeof Clinical>;

function isMeant({ verificationStatus }: Clinical): boolean {
  return !WITHDRAWN.includes(firstCode(verificationStatus) ?? '');
}

function bySince(one: { since: string | null }, two: { since: string | null }): number {
  return (two.since ?? '').localeCompare(one.since ?? '');
}

function recordedOf({ id, code, clinicalStatus, verificationStatus }: Clinical) {
  return {
    id,
    text: conceptText(code) ?? '?',
    codes: conceptCodes(code),
    status: firstCode(clinicalStatus),
    verification: firstCode(verificationStatus),
  };
}

function problemOf(entry: Clinical): ChartProblem {
  return {
    ...recordedOf(entry),
    since: entry.onsetDateTime ?? entry.onsetPeriod?.start ?? entry.onsetString ?? entry.recordedDate ?? null,
    until: entry.abatementDateTime ?? null,
  };
}

function allergyOf(entry: Clinical, severities: Readonly<Record<string, string>>): ChartAllergy {
  return {
    ...recordedOf(entry),
    criticality: entry.criticality ?? null,
    reactions: entry.reaction.flatMap(({ manifestation, severity, description }) => {
      const what = manifestation.flatMap((concept) => conceptText(concept) ?? []).join(', ') || description;
      return what === undefined
        ? []
        : [severity === undefined ? what : `${what} (${known(severities, severity) ?? severity})`];
    }),
    states_none: entry.code.coding.some(({ code }) => NO_KNOWN_ALLERGY.includes(code ?? '')),
  };
}

function medicationOf(entry: z.infer<typeof Prescribed>): ChartMedication {
  return {
    id: entry.id,
    text: conceptText(entry.medicationCodeableConcept) ?? pointedAt(entry) ?? '?',
    codes: conceptCodes(entry.medicationCodeableConcept),
    status: entry.status ?? null,
    dosage: entry.dosageInstruction.flatMap(({ text }) => text ?? []).join('; ') || null,
    since: entry.authoredOn ?? null,
  };
}

/** What a reference leads to: the entry's own contained medicine, its display, or at least where it points. */
function pointedAt({ medicationReference, contained }: z.infer<typeof Prescribed>): string | null {
  const { reference, display } = medicationReference ?? {};
  const inside = contained.find(({ id }) => id !== undefined && reference === `#${id}`);
  return (inside && conceptText(inside.code)) ?? display ?? reference ?? null;
}

function noteOf(entry: z.infer<typeof Written>): ChartNote {
  const { at, title, text } = written(entry);
  const line = text?.replace(/\s+/gu, ' ').trim() ?? null;
  return {
    id: entry.id,
    at,
    title,
    excerpt: line !== null && line.length > EXCERPT ? `${line.slice(0, EXCERPT)} …` : line,
  };
}

function written({ content: [first], date, description, type }: z.infer<typeof Written>) {
  const { contentType = '', data, title } = first?.attachment ?? {};
  return {
    at: date ?? null,
    title: description ?? title ?? conceptText(type) ?? '?',
    text:
      data !== undefined && contentType.startsWith('text/')
        ? Buffer.from(data, 'base64').toString('utf8')
        : null,
  };
}

/** A note with all of its text; null where it is withdrawn. */
export function readNote(note: unknown): ReturnType<typeof written> | null {
  const [entry] = readAll(Written, [note]).filter(isKept);
  return entry === undefined ? null : written(entry);
}

function isKept({ status, docStatus }: z.infer<typeof Written>): boolean {
  return status !== 'entered-in-error' && docStatus !== 'entered-in-error';
}

const MONTHS_TOLD_IN_MONTHS = 24;

/** Who the patient is, in the words of a chart's first line. */
export function describePatient(
  patient: Stored<object>,
  now: string,
  language: Language,
): ChartSummary['patient'] {
  const { gender, birthDate, identifier } = Person.parse(patient);
  const state = stateText(patient, language);
  return {
    id: patient.id,
    name: displayedName(patient),
    ...(state === null ? {} : { state }),
    identifiers: identifier.flatMap(({ value }) => value ?? []),
    gender: gender ?? null,
    birth_date: birthDate ?? null,
    age: birthDate === undefined ? null : ageText(birthDate, now, language),
  };
}

function ageText(birthDate: string, now: string, language: Language): string | null {
  const months = monthsAt(birthDate, now);
  if (months === null || months < 0) return null;
  return months < MONTHS_TOLD_IN_MONTHS
    ? `${months} ${AGE_UNITS.months[language]}`
    : `${Math.floor(months / 12)} ${AGE_UNITS.years[language]}`;
}

type Words = InLanguage<typeof SUMMARY_WORDS>;

export function printSummary(summary: Omit<ChartSummary, 'text'>, language: Language): string {
  const say = inLanguage(SUMMARY_WORDS, language);
  return [
    `${say.patient}: ${patientText(summary.patient, say)}`,
    line(
      say.state,
      [summary.patient.state].filter((state) => state !== undefined),
      (state) => state,
      null,
    ),
    line(say.allergies, summary.allergies, allergyText, say.noAllergyRecorded),
    line(say.problems, summary.problems, problemText),
    line(say.pastProblems, summary.past_problems, problemText, null),
    line(say.medications, summary.medications, medicationText),
    line(say.pastMedications, summary.past_medications, medicationText, null),
    line(say.labs, summary.labs, measurementText),
    line(say.vitals, summary.vitals, measurementText),
    line(say.findings, summary.findings, measurementText, null),
    line(say.notes, summary.notes, noteText),
    line(say.remarks, summary.remarks, (remark) => remark, null),
  ]
    .filter((text) => text !== null)
    .join('\n');

  function line<Entry>(
    title: string,
    entries: readonly Entry[],
    textOf: (entry: Entry, say: Words, language: Language) => string,
    nothing: string | null = say.noneRecorded,
  ): string | null {
    const text =
      entries.length > 0 ? entries.map((entry) => textOf(entry, say, language)).join('; ') : nothing;
    return text === null ? null : `${title}: ${text}`;
  }
}

function patientText(
  { name, gender, birth_date, age, identifiers }: ChartSummary['patient'],
  say: Words,
): string {
  const sex = gender === null ? say.genderMissing : (known(say.genders, gender) ?? gender);
  const birth = birth_date === null ? say.birthMissing : `${say.born} ${birth_date}`;
  return [name, sex, ...(age === null ? [] : [age]), birth, ...identifiers].join(', ');
}

export function allergyText(allergy: ChartAllergy, say: Words): string {
  const { text, criticality, reactions, status, verification, states_none } = allergy;
  return withBrackets(text, [
    states_none ? say.statedNone : null,
    ...reactions,
    criticality && (known(say.criticality, criticality) ?? criticality),
    verification === 'confirmed' ? null : statusText(verification, say),
    status === 'active' ? null : statusText(status, say),
  ]);
}

function problemText({ text, status, verification, since, until }: ChartProblem, say: Words): string {
  return withBrackets(text, [
    status === 'active' ? null : (statusText(status, say) ?? say.statusUnknown),
    verification === 'confirmed' ? null : statusText(verification, say),
    since && `${say.since} ${since.slice(0, 10)}`,
    until && `${say.until} ${until.slice(0, 10)}`,
  ]);
}

export function medicationText({ text, dosage, status, since }: ChartMedication, say: Words): string {
  return withBrackets(dosage === null ? text : `${text} ${dosage}`, [
    status === 'active' ? null : (statusText(status, say) ?? say.statusUnknown),
    since && `${say.ordered} ${since.slice(0, 10)}`,
  ]);
}

function measurementText(entry: ChartMeasurement, say: Words, language: Language): string {
  const { name, unit, at, flag, computed, is_final, earlier, trend } = entry;
  const value = readableValue(entry.value, language);
  const before = earlier
    .slice(0, EARLIER_SHOWN)
    .map((one) => `${readableValue(one.value, language)} (${one.at.slice(0, 10)})`)
    .join(', ');
  return withBrackets([name, value, ...(unit === null || unit === name ? [] : [unit])].join(' '), [
    day(at, say),
    flag && say.flags[flag],
    computed ? say.computed : null,
    is_final ? null : say.preliminary,
    trend && say.trends[trend],
    before && `${say.before} ${before}`,
  ]);
}

const LONG_DECIMALS = 3;
const DECIMAL = /\d+\.\d+/gu;

/** A value as a clinician reads it: as it was recorded, but for digits that no measurement has; with the language's decimal sign. */
export function readableValue(value: string, language: Language): string {
  return value.replace(DECIMAL, (figure) => {
    const decimals = figure.length - figure.indexOf('.') - 1;
    const number = Number(figure);
    const kept = number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : LONG_DECIMALS;
    const rounded = decimals > LONG_DECIMALS ? String(Number(number.toFixed(kept))) : figure;
    return language === 'vi' ? rounded.replace('.', ',') : rounded;
  });
}

function noteText({ at, title, excerpt }: ChartNote, say: Words): string {
  return [`${day(at, say)} ${title}`, ...(excerpt === null ? [] : [excerpt])].join(' – ');
}

function day(at: string | null, say: Words): string {
  return at === null ? say.undated : at.slice(0, 10);
}

function withBrackets(text: string, about: readonly (string | null)[]): string {
  const told = about.filter(Boolean).join(', ');
  return told === '' ? text : `${text} [${told}]`;
}

function statusText(status: string | null, say: Words): string | null {
  return status && (known(say.statuses, status) ?? status);
}

export function known(words: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}
