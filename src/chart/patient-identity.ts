import { IDENTITY_WORDS, PATIENT_STATES } from '../../texts/chart.ts';
import { fillTemplate, type Language } from '../domain/language.ts';
import { Person } from './summary/lenient-fields.ts';

/** Why nothing is to be ordered for a patient, and what the chart says of it: a day, another record. */
export interface PatientState {
  kind: 'deceased' | 'merged' | 'inactive';
  detail: string | null;
}

/** Null for somebody who is treated under this record. */
export function stateOf(patient: unknown): PatientState | null {
  const { deceasedBoolean, deceasedDateTime, active, link } = Person.parse(patient ?? {});
  if (deceasedDateTime !== undefined || deceasedBoolean === true)
    return { kind: 'deceased', detail: deceasedDateTime ?? null };
  const replaced = link.find(({ type }) => type === 'replaced-by');
  if (replaced !== undefined)
    return { kind: 'merged', detail: replaced.other?.display ?? replaced.other?.reference ?? null };
  return active === false ? { kind: 'inactive', detail: null } : null;
}

/** The same as a sentence; null for somebody who is treated under this record. */
export function stateText(patient: unknown, language: Language): string | null {
  const state = stateOf(patient);
  if (state === null) return null;
  const { bare, detailed } = PATIENT_STATES[state.kind];
  return state.detail === null
    ? bare[language]
    : fillTemplate(detailed[language], { detail: state.detail.replace(/^(\d{4}-\d{2}-\d{2})T.*$/u, '$1') });
}

/** What a patient is called, official names first: as a whole, or put together; the id of one without a name. */
export function displayedName(patient: unknown): string {
  const { id = '', name } = Person.parse(patient ?? {});
  const called = name.find(({ use }) => use === 'official') ?? name[0];
  return called?.text || [...(called?.given ?? []), called?.family ?? ''].join(' ').trim() || id;
}

/** Name, birth date and record number: what a person checks before they say yes. */
export function identityText(patient: unknown, language: Language): string {
  const { id, birthDate, identifier } = Person.parse(patient ?? {});
  const [number = id] = identifier.flatMap(({ value }) => value ?? []);
  const born = birthDate === undefined ? IDENTITY_WORDS.noBirthDate[language] : undefined;
  const told = [born ?? fillTemplate(IDENTITY_WORDS.born[language], { day: birthDate ?? '' }), number];
  return `${displayedName(patient)} (${told.filter(Boolean).join(', ')})`;
}
