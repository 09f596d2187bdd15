import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Access, ALL_DEPARTMENTS } from '../../../domain/access.ts';
import type { PassageFilters } from '../../passage-index.port.ts';
import { type Facet, listFilters } from '../postgres/generations.ts';
import type { EntryKey, NewEntry } from '../postgres/search-engine.ts';
import type { QdrantCondition, QdrantFilter, QdrantPoint } from './qdrant-client.ts';

/** The names of a point's two vectors. */
export const DENSE = 'dense';
export const TERMS = 'terms';

/** What of a point's payload Galen reads back. */
export const PointPayload = z.object({
  tenant_id: z.string(),
  passage_id: z.string(),
  document_id: z.string(),
  revision: z.string(),
});

export function toPoint(entry: NewEntry): QdrantPoint {
  const { passage_id, document_id, revision, facet, terms, vector } = entry;
  return {
    id: pointId(entry),
    vector: { [TERMS]: sparsePassage(terms), ...denseVector(vector) },
    payload: { ...facet, passage_id, document_id, revision, awaits_vector: vector === null },
  };
}

/** A passage of words too short to embed has no direction, and is stored without one. */
export function denseVector(vector: Float32Array | null): { [DENSE]?: number[] } {
  return vector?.some((value) => value !== 0) ? { [DENSE]: Array.from(vector) } : {};
}

/** The same for the same passage in the same revision, so that storing it twice stores it once. */
export function pointId({ tenant_id, passage_id, revision }: EntryKey): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenant_id, passage_id, revision]))
    .digest('hex');
  // Version 8: a UUID of one's own making.
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');
}

/** As in the score that ranks (score-terms.ts); the average is fixed, since a stored value cannot follow the corpus. */
const K1 = 1.2;
const B = 0.6;
const AVERAGE_LENGTH = 150;

/** A vector with few of its 2³² numbers other than 0. */
interface SparseVector {
  indices: number[];
  values: number[];
}

/** A passage's terms, each with the part of its BM25 score that does not depend on other passages. */
export function sparsePassage(terms: readonly string[]): SparseVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = K1 * (1 - B + (B * terms.length) / AVERAGE_LENGTH);
  return toSparse([...counts].map(([term, count]) => [term, (count * (K1 + 1)) / (count + length)]));
}

/** A query's terms, all alike: how much each tells is the server's to know. */
export function sparseQuery(terms: readonly string[]): SparseVector {
  return toSparse([...new Set(terms)].map((term) => [term, 1]));
}

/** Terms that meet at an index are added up: an index must not come twice. */
function toSparse(weights: readonly (readonly [string, number])[]): SparseVector {
  const sums = new Map<number, number>();
  for (const [term, weight] of weights) {
    const index = hashTerm(term);
    sums.set(index, (sums.get(index) ?? 0) + weight);
  }
  return { indices: [...sums.keys()], values: [...sums.values()] };
}

/** FNV-1a, 32 bits. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(term)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The same rule as `readable` and `matching` in SQL; null when nothing at all may be found. */
export function toQdrantFilter(access: Access, filters: PassageFilters): QdrantFilter | null {
  const must: QdrantCondition[] = [fieldIs('tenant_id', access.tenant_id)];
  for (const [key, values] of [['scope', access.scopes] as const, ...listFilters(filters)]) {
    const conditions = among(key, values);
    if (conditions.length === 0) return null;
    must.push(...conditions);
  }
  if (filters.departments) {
    const houseWide = among('topic', filters.house_topics ?? []).map((onTopic) => ({
      must: [{ is_null: { key: 'department' } }, onTopic],
    }));
    const conditions = [...among('department', filters.departments), ...houseWide];
    if (conditions.length === 0) return null;
    must.push(anyOf(conditions));
  }
  if (!access.departments.includes(ALL_DEPARTMENTS)) {
    must.push(anyOf([fieldIs('scope', 'public'), ...nullOr('department', access.departments)]));
  }
  for (const roles of [access.roles, filters.roles]) if (roles) must.push(anyOf(nullOr('role', roles)));
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

export function fieldIs(key: string, value: string | boolean): QdrantCondition {
  return { key, match: { value } };
}

export function fieldAmong(key: string, values: readonly string[]): QdrantCondition {
  return { key, match: { any: [...values] } };
}

function nullOr(key: keyof Facet, values: readonly string[]): QdrantCondition[] {
  return [{ is_null: { key } }, ...among(key, values)];
}

/** None where no value could be stored. */
function among(key: keyof Facet, values: readonly string[]): QdrantCondition[] {
  const possible = values.filter((value) => value.isWellFormed());
  return possible.length === 0 ? [] : [fieldAmong(key, possible)];
}

function anyOf(conditions: QdrantCondition[]): QdrantCondition {
  return { should: conditions };
}
