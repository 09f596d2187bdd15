import type { Condition, Filter, Point } from './schemas.ts';

/** Whether a point is within a filter: all of `must`, none of `must_not`, and one of `should` where there are any. */
export function matches(point: Point, filter: Filter | undefined): boolean {
  const { must = [], must_not = [], should = [] } = filter ?? {};
  return (
    must.every((condition) => holds(point, condition)) &&
    !must_not.some((condition) => holds(point, condition)) &&
    (should.length === 0 || should.some((condition) => holds(point, condition)))
  );
}

/** The payload fields that a filter asks for, with the kind of index each needs. */
export function fieldsOf({ must = [], must_not = [], should = [] }: Filter): [string, string][] {
  return [...must, ...must_not, ...should].flatMap((condition): [string, string][] => {
    if ('match' in condition) return [[condition.key, kindOf(condition.match)]];
    if ('range' in condition) return [[condition.key, 'integer']];
    if ('is_null' in condition) return [[condition.is_null.key, 'any']];
    if ('is_empty' in condition) return [[condition.is_empty.key, 'any']];
    return 'has_vector' in condition ? [] : fieldsOf(condition);
  });
}

function kindOf(match: Extract<Condition, { match: unknown }>['match']): string {
  const [value] = 'any' in match ? match.any : [match.value];
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' ? 'integer' : 'keyword';
}

function holds(point: Point, condition: Condition): boolean {
  const { payload } = point;
  if ('match' in condition) {
    const value = payload[condition.key];
    const { match } = condition;
    const wanted: readonly unknown[] = 'any' in match ? match.any : [match.value];
    return wanted.includes(value);
  }
  if ('range' in condition) {
    const value = payload[condition.key];
    const { gte = -Infinity, lte = Infinity } = condition.range;
    return typeof value === 'number' && value >= gte && value <= lte;
  }
  // A field that is missing is empty, and not null.
  if ('is_null' in condition) return payload[condition.is_null.key] === null;
  if ('is_empty' in condition) {
    const value = payload[condition.is_empty.key] ?? [];
    return Array.isArray(value) && value.length === 0;
  }
  if ('has_vector' in condition) return point.vector[condition.has_vector] !== undefined;
  return matches(point, condition);
}
