import type { z } from 'zod';
import { fieldsOf, matches } from './matches.ts';
import { refuse } from './refusal.ts';
import { runQuery } from './run-query.ts';
import type {
  Count,
  CreateCollection,
  CreateFieldIndex,
  Delete,
  Filter,
  Point,
  Query,
  Scroll,
  SetPayload,
  UpdateVectors,
  Upsert,
} from './schemas.ts';

/** A collection in memory, which refuses what Qdrant refuses, and filters by fields without an index besides. */
export function createCollection({ vectors, sparse_vectors }: CreateCollection) {
  const points = new Map<string | number, Point>();
  const indexes = new Map<string, string>();
  const idf = new Set(
    Object.entries(sparse_vectors).flatMap(([name, { modifier }]) => (modifier === 'idf' ? [name] : [])),
  );

  function checkVector(name: string, vector: Point['vector'][string]): void {
    const dense = vectors[name];
    if (dense === undefined && sparse_vectors[name] === undefined) {
      refuse(400, `Wrong input: Not existing vector name error: ${name}`);
    }
    if ((dense !== undefined) !== Array.isArray(vector)) {
      refuse(400, `Wrong input: Vector ${name} is of another kind`);
    }
    if (dense !== undefined && Array.isArray(vector) && vector.length !== dense.size) {
      refuse(400, `Wrong input: Vector dimension error: expected dim: ${dense.size}, got ${vector.length}`);
    }
  }

  /** As a server in strict mode does: a filter without an index would read every point. */
  function checkFilter(filter: Filter | undefined): void {
    for (const [field, kind] of fieldsOf(filter ?? {})) {
      const index = indexes.get(field);
      if (index === undefined || (kind !== 'any' && index !== kind)) {
        refuse(400, `Bad request: Index required but not found for "${field}" of type ${kind}`);
      }
    }
  }

  function known(id: string | number): Point {
    return points.get(id) ?? refuse(404, `Not found: No point with id ${id} found`);
  }

  return {
    size: () => points.size,

    index({ field_name, field_schema }: z.infer<typeof CreateFieldIndex>) {
      indexes.set(field_name, field_schema.type);
    },

    upsert({ points: given }: z.infer<typeof Upsert>) {
      for (const { vector } of given) {
        for (const [name, one] of Object.entries(vector)) checkVector(name, one);
      }
      for (const point of given) points.set(point.id, point);
    },

    delete(selector: z.infer<typeof Delete>) {
      if ('points' in selector) {
        for (const id of selector.points) points.delete(id);
        return;
      }
      checkFilter(selector.filter);
      for (const [id, point] of points) if (matches(point, selector.filter)) points.delete(id);
    },

    updateVectors({ points: given }: z.infer<typeof UpdateVectors>) {
      for (const { id, vector } of given) {
        for (const [name, one] of Object.entries(vector)) checkVector(name, one);
        known(id);
      }
      for (const { id, vector } of given) {
        const point = known(id);
        points.set(id, { ...point, vector: { ...point.vector, ...vector } });
      }
    },

    setPayload({ payload, points: ids }: z.infer<typeof SetPayload>) {
      for (const id of ids) {
        const point = known(id);
        points.set(id, { ...point, payload: { ...point.payload, ...payload } });
      }
    },

    query(query: Query) {
      for (const { query: vector, using, filter } of query.prefetch) {
        checkVector(using, vector);
        checkFilter(filter);
      }
      checkFilter(query.filter);
      if (!('fusion' in query.query)) checkVector(query.using ?? '', query.query);
      const found = runQuery([...points.values()], idf, query);
      return {
        points: found.map(({ point, score }) => ({
          id: point.id,
          version: 0,
          score,
          payload: pick(point, query.with_payload),
        })),
      };
    },

    scroll({ filter, limit, offset, with_payload }: z.infer<typeof Scroll>) {
      checkFilter(filter);
      const found = [...points.values()]
        .filter((point) => matches(point, filter) && (offset === undefined || point.id >= offset))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
      return {
        points: found.slice(0, limit).map((point) => ({ id: point.id, payload: pick(point, with_payload) })),
        next_page_offset: found[limit]?.id ?? null,
      };
    },

    count({ filter }: z.infer<typeof Count>) {
      checkFilter(filter);
      return { count: [...points.values()].filter((point) => matches(point, filter)).length };
    },
  };
}

function pick({ payload }: Point, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => (field in payload ? [[field, payload[field]]] : [])));
}
