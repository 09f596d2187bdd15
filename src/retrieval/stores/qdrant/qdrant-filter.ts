import { type Access, ALL_DEPARTMENTS } from '../../../domain/access.ts';
import type { PassageFilters } from '../../passage-index.port.ts';
import type { Facet } from '../postgres/generations.ts';
import type { QdrantCondition as Condition } from './qdrant-client.ts';

export type QdrantFilter = { must: Condition[]; must_not?: Condition[] };

/** The same rule as `readable` and `matching` in SQL; null when nothing at all may be found. */
export function toQdrantFilter(access: Access, filters: PassageFilters): QdrantFilter | null {
  const lists: [keyof Facet, readonly string[] | null | undefined][] = [
    ['scope', access.scopes],
    ['source_type', filters.source_types],
    ['evidence_level', filters.evidence_levels],
    ['collection', filters.collections],
    ['language', filters.languages],
    ['topic', filters.topics],
    ['sub_topic', filters.sub_topics],
  ];
  const must: Condition[] = [fieldIs('tenant_id', access.tenant_id)];
  for (const [key, values] of lists) {
    if (!values) continue;
    const possible = values.filter((value) => value.isWellFormed());
    if (possible.length === 0) return null;
    must.push(fieldAmong(key, possible));
  }
  if (filters.departments) {
    const ofOne = filters.departments.filter((name) => name.isWellFormed());
    const onTopic = (filters.house_topics ?? []).filter((name) => name.isWellFormed());
    if (ofOne.length + onTopic.length === 0) return null;
    must.push(
      anyOf([
        ...(ofOne.length === 0 ? [] : [fieldAmong('department', ofOne)]),
        ...(onTopic.length === 0
          ? []
          : [{ must: [{ is_null: { key: 'department' } }, fieldAmong('topic', onTopic)] }]),
      ]),
    );
  }
  if (!access.departments.includes(ALL_DEPARTMENTS)) {
    must.push(anyOf([fieldIs('scope', 'public'), ...nullOr('department', access.departments)]));
  }
  if (filters.roles) must.push(anyOf(nullOr('role', filters.roles)));
  const from = filters.year_from ?? null;
  const to = filters.year_to ?? null;
  if (from !== null || to !== null) {
    must.push({
      key: 'year',
      range: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lte: to }) },
    });
  }
  return { must };
}

export function fieldIs(key: string, value: string | boolean): Condition {
  return { key, match: { value } };
}

export function fieldAmong(key: string, values: readonly string[]): Condition {
  return { key, match: { any: [...values] } };
}

function nullOr(key: keyof Facet, values: readonly string[]): Condition[] {
  const possible = values.filter((value) => value.isWellFormed());
  return [{ is_null: { key } }, ...(possible.length === 0 ? [] : [fieldAmong(key, possible)])];
}

function anyOf(conditions: Condition[]): Condition {
  return { should: conditions };
}
