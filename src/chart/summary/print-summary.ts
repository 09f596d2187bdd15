import { SUMMARY_WORDS } from '../../../texts/chart.ts';
import type {
  ChartAllergy,
  ChartMeasurement,
  ChartMedication,
  ChartProblem,
  ChartSummary,
} from '../../domain/chart-summary.ts';
import { type InLanguage, inLanguage, type Language } from '../../domain/language.ts';

type Words = InLanguage<typeof SUMMARY_WORDS>;

/** The summary as compact text, a line for each kind of entry. */
export function printSummary(summary: Omit<ChartSummary, 'text'>, language: Language): string {
  const say = inLanguage(SUMMARY_WORDS, language);
  const line = (title: string, entries: readonly string[], nothing: string | null = say.noneRecorded) =>
    entries.length > 0
      ? [`${title}: ${entries.join('; ')}`]
      : nothing === null
        ? []
        : [`${title}: ${nothing}`];
  const measured = (entries: readonly ChartMeasurement[]) =>
    entries.map((entry) => measurementText(entry, say));
  return [
    `${say.patient}: ${patientText(summary.patient, say)}`,
    ...line(
      say.allergies,
      summary.allergies.map((allergy) => allergyText(allergy, say)),
      say.noAllergyRecorded,
    ),
    ...line(
      say.problems,
      summary.problems.map((problem) => problemText(problem, say)),
    ),
    ...line(
      say.pastProblems,
      summary.past_problems.map((problem) => problemText(problem, say)),
      null,
    ),
    ...line(
      say.medications,
      summary.medications.map((entry) => medicationText(entry, say)),
    ),
    ...line(
      say.pastMedications,
      summary.past_medications.map((entry) => medicationText(entry, say)),
      null,
    ),
    ...line(say.labs, measured(summary.labs)),
    ...line(say.vitals, measured(summary.vitals)),
    ...line(say.findings, measured(summary.findings), null),
    ...line(
      say.notes,
      summary.notes.map(({ at, title, excerpt }) =>
        [`${day(at, say)} ${title}`, ...(excerpt === null ? [] : [excerpt])].join(' – '),
      ),
    ),
    ...line(say.remarks, summary.remarks, null),
  ].join('\n');
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
  const about = [
    ...(states_none ? [say.statedNone] : []),
    ...reactions,
    ...(criticality === null ? [] : [known(say.criticality, criticality) ?? criticality]),
    ...(verification === null || verification === 'confirmed' ? [] : [statusText(verification, say)]),
    ...(status === null || status === 'active' ? [] : [statusText(status, say)]),
  ];
  return withBrackets(text, about);
}

function problemText({ text, status, verification, since, until }: ChartProblem, say: Words): string {
  const about = [
    ...(status === null ? [say.statusUnknown] : status === 'active' ? [] : [statusText(status, say)]),
    ...(verification === null || verification === 'confirmed' ? [] : [statusText(verification, say)]),
    ...(since === null ? [] : [`${say.since} ${since.slice(0, 10)}`]),
    ...(until === null ? [] : [`${say.until} ${until.slice(0, 10)}`]),
  ];
  return withBrackets(text, about);
}

function medicationText({ text, dosage, status, since }: ChartMedication, say: Words): string {
  const about = [
    ...(status === 'active' ? [] : [status === null ? say.statusUnknown : statusText(status, say)]),
    ...(since === null ? [] : [`${say.ordered} ${since.slice(0, 10)}`]),
  ];
  return withBrackets(dosage === null ? text : `${text} ${dosage}`, about);
}

function measurementText(entry: ChartMeasurement, say: Words): string {
  const { name, value, unit, at, flag, computed, is_final, earlier, trend } = entry;
  const before = earlier.map((one) => `${one.value} (${one.at.slice(0, 10)})`).join(', ');
  const about = [
    day(at, say),
    ...(flag === null ? [] : [say.flags[flag]]),
    ...(computed ? [say.computed] : []),
    ...(is_final ? [] : [say.preliminary]),
    ...(trend === null ? [] : [say.trends[trend]]),
    ...(before === '' ? [] : [`${say.before} ${before}`]),
  ];
  return withBrackets([name, value, ...(unit === null || unit === name ? [] : [unit])].join(' '), about);
}

function day(at: string | null, say: Words): string {
  return at === null ? say.undated : at.slice(0, 10);
}

function withBrackets(text: string, about: readonly string[]): string {
  return about.length === 0 ? text : `${text} [${about.join(', ')}]`;
}

function statusText(status: string, say: Words): string {
  return known(say.statuses, status) ?? status;
}

export function known(words: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}
