import type { WriteTool } from '../../../src/domain/approval.ts';
import type { AllergyArgs, ChangeArgs, NoteArgs, PrescribeArgs } from '../../../src/domain/chart-writes.ts';

type Fields<Args> = readonly Exclude<keyof Args, 'patient_id'>[];

const PRESCRIPTION: Fields<PrescribeArgs> = [
  'medication',
  'dose',
  'frequency',
  'route',
  'duration',
  'reason',
  'note',
];
const CHANGE: Fields<ChangeArgs> = [
  'medication',
  'action',
  'dose',
  'frequency',
  'route',
  'duration',
  'reason',
  'by',
  'order_id',
  'version',
];
/** Which order is meant and how it was looked at was settled before: no field of a form. */
const SETTLED: readonly string[] = ['patient_id', 'by', 'order_id', 'version'];
/** What only a changed order has. */
const OF_A_CHANGE: readonly string[] = ['dose', 'frequency', 'route', 'duration'];
const ALLERGY: Fields<AllergyArgs> = ['substance', 'reaction', 'severity', 'criticality', 'type'];
const NOTE: Fields<NoteArgs> = ['title', 'text'];

/** What each write takes, in the order of the chart's own form. */
export const WRITE_FIELDS: Readonly<Record<WriteTool, readonly string[]>> = {
  prescribe_medication: PRESCRIPTION,
  change_medication: CHANGE,
  add_allergy: ALLERGY,
  save_clinical_note: NOTE,
};

/** Of what is chosen rather than written. */
export const FIELD_CHOICES: Readonly<Record<string, readonly string[]>> = {
  severity: ['mild', 'moderate', 'severe'],
  criticality: ['low', 'high', 'unable-to-assess'],
  type: ['allergy', 'intolerance'],
  action: ['stop', 'hold', 'resume', 'change'],
};

/** The fields of a proposed write: what may be said, whether or not it was. Whose chart it is was decided before. */
export function fieldsOf(tool: WriteTool, args: Readonly<Record<string, unknown>>): string[] {
  const known = WRITE_FIELDS[tool];
  const others = Object.keys(args).filter((name) => !known.includes(name));
  const all = [...known, ...others].filter((name) => !SETTLED.includes(name));
  if (tool !== 'change_medication') return all;
  // Whose order it is says which drug it is of.
  return all.filter(
    (name) => name !== 'medication' && (args.action === 'change' || !OF_A_CHANGE.includes(name)),
  );
}
