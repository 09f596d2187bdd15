import { z } from 'zod';
import type { ChartSummary } from '../domain/chart-summary.ts';
import type { Bilingual, Language } from '../domain/language.ts';
import { monthsAt } from './age-at.ts';
import type { Stored } from './chart.port.ts';
import { listOf, words } from './lenient-fields.ts';

const MONTHS_TOLD_IN_MONTHS = 24;
const AGE: Readonly<Record<'years' | 'months', Bilingual>> = {
  years: { en: 'years', vi: 'tuổi' },
  months: { en: 'months', vi: 'tháng tuổi' },
};

const Person = z.object({
  gender: words,
  birthDate: words,
  name: listOf(z.object({ use: words, text: words, family: words, given: listOf(z.string()) })),
  identifier: listOf(z.object({ system: words, value: words })),
});

/** Who the patient is, in the words of a chart's first line. */
export function describePatient(
  patient: Stored<object>,
  now: string,
  language: Language,
): ChartSummary['patient'] {
  const { gender, birthDate, name, identifier } = Person.parse(patient);
  const called = name.find(({ use }) => use === 'official') ?? name[0];
  return {
    id: patient.id,
    name: called?.text ?? ([...(called?.given ?? []), called?.family ?? ''].join(' ').trim() || patient.id),
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
    ? `${months} ${AGE.months[language]}`
    : `${Math.floor(months / 12)} ${AGE.years[language]}`;
}
