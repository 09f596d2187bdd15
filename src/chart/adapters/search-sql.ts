import { type RawBuilder, sql } from 'kysely';
import { GalenError } from '../../domain/errors.ts';
import type { ChartSearch } from '../chart.port.ts';
import { dateRange } from '../date-range.ts';
import { foldedWords } from '../index-resource.ts';
import { type ParameterKind, parameterKind } from '../search-parameters.ts';

type Condition = RawBuilder<unknown>;

/** The conditions that a FHIR search means, all of which must hold. Refuses a parameter it does not know: it would widen the result. */
export function searchConditions({ resourceType, parameters }: ChartSearch): Condition[] {
  return parameters.map(([name, value]) => {
    const kind = parameterKind(resourceType, name);
    const condition = kind === null ? null : conditionOf(kind, value);
    if (condition !== null) return condition;
    const problem = kind === null ? `unknown search parameter of ${resourceType}` : `value of ${name}`;
    throw new GalenError('BAD_REQUEST', { problem });
  });
}

/** Null for a value that the parameter cannot have. */
function conditionOf(kind: ParameterKind, value: string): Condition | null {
  switch (kind) {
    case 'id':
      return sql`id = any(${alternatives(value)}::text[])`;
    case 'name':
      return nameCondition(value);
    case 'identifier':
      return sql`identifiers && ${alternatives(value)}::text[]`;
    case 'birthdate':
      return dateRange(value) === null ? null : sql`birth_date = ${value}`;
    case 'patient':
      return sql`patient_id = any(${alternatives(value).map((one) => one.replace(/^Patient\//u, ''))}::text[])`;
    case 'status':
      return sql`status = any(${alternatives(value).map((one) => one.slice(one.lastIndexOf('|') + 1))}::text[])`;
    case 'code':
      return sql`codes && ${alternatives(value)}::text[]`;
    case 'date':
      return dateCondition(value);
  }
}

function alternatives(value: string): string[] {
  return value.split(',');
}

/** Every word of the question begins a word of the name. */
function nameCondition(value: string): Condition | null {
  const words = foldedWords(value);
  if (words.length === 0) return null;
  const likes = words.map((word) => sql`names like ${`% ${word.replace(/[\\%_]/gu, '\\$&')}%`}`);
  return sql`(${sql.join(likes, sql` and `)})`;
}

function dateCondition(value: string): Condition | null {
  const [, prefix = 'eq', text = ''] = /^(eq|ge|gt|le|lt)?(.+)$/u.exec(value) ?? [];
  const range = dateRange(text);
  if (range === null) return null;
  switch (prefix) {
    case 'ge':
      return sql`dated_to > ${range.from}::timestamptz`;
    case 'gt':
      return sql`dated_to > ${range.to}::timestamptz`;
    case 'le':
      return sql`dated_from < ${range.to}::timestamptz`;
    case 'lt':
      return sql`dated_from < ${range.from}::timestamptz`;
    default:
      return sql`dated_from >= ${range.from}::timestamptz and dated_to <= ${range.to}::timestamptz`;
  }
}
