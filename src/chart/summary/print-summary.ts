import { SUMMARY_WORDS } from '../../../texts/chart.ts';
import type {
  ChartAllergy,
  ChartMeasurement,
  ChartMedication,
  ChartNote,
  ChartProblem,
  ChartSummary,
} from '../../domain/chart-summary.ts';
import { type InLanguage, inLanguage, type Language } from '../../domain/language.ts';

type Words = InLanguage<typeof SUMMARY_WORDS>;

/** The summary as compact text, a line for each kind of entry. */
export function printSummary(summary: Omit<ChartSummary, 'text'>, language: Language): string {
  const say = inLanguage(SUMMARY_WORDS, language);
  return [
    `${say.patient}: ${patientText(summary.patient, say)}`,
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
    textOf: (entry: Entry, say: Words) => string,
    nothing: string | null = say.noneRecorded,
  ): string | null {
    const text = entries.length > 0 ? entries.map((entry) => textOf(entry, say)).join('; ') : nothing;
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

function allergyText(allergy: ChartAllergy, say: Words): string {
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

function medicationText({ text, dosage, status, since }: ChartMedication, say: Words): string {
  return withBrackets(dosage === null ? text : `${text} ${dosage}`, [
    status === 'active' ? null : (statusText(status, say) ?? say.statusUnknown),
    since && `${say.ordered} ${since.slice(0, 10)}`,
  ]);
}

function measurementText(entry: ChartMeasurement, say: Words): string {
  const { name, value, unit, at, flag, computed, is_final, earlier, trend } = entry;
  const before = earlier.map((one) => `${one.value} (${one.at.slice(0, 10)})`).join(', ');
  return withBrackets([name, value, ...(unit === null || unit === name ? [] : [unit])].join(' '), [
    day(at, say),
    flag && say.flags[flag],
    computed ? say.computed : null,
    is_final ? null : say.preliminary,
    trend && say.trends[trend],
    before && `${say.before} ${before}`,
  ]);
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
