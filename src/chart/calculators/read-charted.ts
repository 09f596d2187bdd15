import { brandNames } from '../../language/drugs/drug-names.ts';
import { drugSpansIn } from '../../language/drugs/drug-spans.ts';
import type { ChartParts } from '../chart.port.ts';
import { yearsAt } from '../chart-dates.ts';
import { codesOf, dateOf, isMistaken } from '../safety/facts/chart-entries.ts';
import { patientFacts } from '../safety/facts/patient-facts.ts';
import { formsOf, type InputId, inputOf, type Value } from './calculator-inputs.ts';
import { interpret, readSaid } from './read-said.ts';

/** What a chart says of an input: its words and day, and where it stands. */
export interface Charted {
  value: Value;
  text: string;
  /** ISO 8601; null of what has no day, such as sex. */
  date: string | null;
  reference: string;
}

/** Looks an input up in a chart; null where the chart does not tell. That a condition is not recorded does not make it absent. */
export function chartReader(parts: ChartParts, now: number): (id: InputId, on?: string) => Charted | null {
  const facts = patientFacts(parts, now);
  const today = new Date(now).toISOString();
  const patient = `Patient/${parts.patient.id}`;
  return (id, on = today) => {
    if (id === 'age') {
      const age = parts.patient.birthDate === undefined ? null : yearsAt(parts.patient.birthDate, on);
      return age === null ? null : { value: age, text: `${age} years`, date: null, reference: patient };
    }
    if (id === 'sex')
      return facts.sex && { value: facts.sex, text: facts.sex, date: null, reference: patient };
    if (id === 'pregnant')
      return (
        facts.pregnancy && {
          value: true,
          text: facts.pregnancy.text,
          date: null,
          reference: facts.pregnancy.reference,
        }
      );
    const input = inputOf(id);
    if (input.kind === 'number') return newest(parts.observations, formsOf(id));
    if (input.kind === 'date') return newest(parts.observations, [id]);
    if (input.kind !== 'flag' || input.from === 'said') return null;
    const entries =
      input.from === 'drug'
        ? facts.medication.map((entry) => ({ ...entry, codes: [], is_past: false }))
        : facts.conditions;
    const found = entries.find(
      ({ text, codes, is_past }) =>
        (!is_past || input.from === 'past') &&
        (codes.some((code) => input.codes.some((begin) => code.startsWith(begin))) ||
          readSaid(withDrugs(text))[id] === 'yes'),
    );
    return found ? { value: true, text: found.text, date: null, reference: found.reference } : null;
  };
}

/** A brand is known by what is in it. */
function withDrugs(text: string): string {
  return [text, ...drugSpansIn(text).map(({ name }) => brandNames()[name] ?? name)].join(' ');
}

/** The newest value of an input under any of its forms, parts of an observation included. */
function newest(observations: ChartParts['observations'], forms: readonly InputId[]): Charted | null {
  const found = observations
    .filter((entry) => !isMistaken(entry))
    .flatMap((entry) =>
      [entry, ...(entry.component ?? [])].flatMap((part): Charted[] => {
        const id = forms.find((form) =>
          codesOf(part.code).some((code) => inputOf(form).codes.includes(code ?? '')),
        );
        const { value, unit, code, comparator } = part.valueQuantity ?? {};
        const told =
          value === undefined ? part.valueDateTime?.slice(0, 10) : `${value} ${unit ?? code ?? ''}`;
        if (id === undefined || told === undefined || comparator !== undefined) return [];
        // Where the words of a unit are not known, its code may be.
        const read = [told, `${value} ${code ?? ''}`]
          .map((one) => interpret(id, one))
          .find((one) => one.value !== null);
        if (read === undefined || read.value === null) return [];
        return [
          { value: read.value, text: read.text, date: dateOf(entry), reference: `Observation/${entry.id}` },
        ];
      }),
    );
  return found.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))[0] ?? null;
}
