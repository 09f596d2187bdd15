import { z } from 'zod';

/**
 * The requests that Galen makes, as Qdrant's OpenAPI description has them. Strict, and only with the fields that Galen
 * uses: a server may let an unknown field pass and do something else than was meant.
 */
const PointId = z.union([z.uuid(), z.number().int().nonnegative()]);
const Uint32 = z.number().int().min(0).max(0xffff_ffff);
const Limit = z.number().int().min(1);

const Dense = z.array(z.number()).min(1);
const Sparse = z
  .strictObject({ indices: z.array(Uint32), values: z.array(z.number()) })
  .refine(({ indices, values }) => indices.length === values.length, 'must be the same length')
  .refine(({ indices }) => new Set(indices).size === indices.length, 'must be unique');
const NamedVectors = z.record(z.string(), z.union([Dense, Sparse]));

const Match = z.union([
  z.strictObject({ value: z.union([z.string(), z.number().int(), z.boolean()]) }),
  z.strictObject({ any: z.union([z.array(z.string()), z.array(z.number().int())]) }),
]);
const Range = z.strictObject({ gte: z.number().optional(), lte: z.number().optional() });
const Key = z.strictObject({ key: z.string() });

export interface Filter {
  must?: Condition[] | undefined;
  should?: Condition[] | undefined;
  must_not?: Condition[] | undefined;
}
export type Condition =
  | { key: string; match: z.infer<typeof Match> }
  | { key: string; range: z.infer<typeof Range> }
  | { is_null: z.infer<typeof Key> }
  | { is_empty: z.infer<typeof Key> }
  | { has_vector: string }
  | Filter;

const Conditions: z.ZodType<Condition[] | undefined> = z.lazy(() =>
  z
    .array(
      z.union([
        z.strictObject({ key: z.string(), match: Match }),
        z.strictObject({ key: z.string(), range: Range }),
        z.strictObject({ is_null: Key }),
        z.strictObject({ is_empty: Key }),
        z.strictObject({ has_vector: z.string() }),
        Filter,
      ]),
    )
    .optional(),
);
const Filter: z.ZodType<Filter> = z.strictObject({
  must: Conditions,
  should: Conditions,
  must_not: Conditions,
});

const Nearest = z.union([Dense, Sparse]);
const Prefetch = z.strictObject({
  query: Nearest,
  using: z.string(),
  filter: Filter.optional(),
  limit: Limit,
});
export type Prefetch = z.infer<typeof Prefetch>;

export const Query = z.strictObject({
  prefetch: z.array(Prefetch).min(1),
  query: z.union([Nearest, z.strictObject({ fusion: z.literal('rrf') })]),
  using: z.string().optional(),
  filter: Filter.optional(),
  limit: Limit,
  with_payload: z.array(z.string()),
});
export type Query = z.infer<typeof Query>;
export const QueryBatch = z.strictObject({ searches: z.array(Query).min(1) });

export const CreateCollection = z.strictObject({
  vectors: z.record(
    z.string(),
    z.strictObject({ size: z.number().int().min(1).max(65_536), distance: z.literal('Cosine') }),
  ),
  sparse_vectors: z.record(z.string(), z.strictObject({ modifier: z.literal('idf').optional() })),
});
export type CreateCollection = z.infer<typeof CreateCollection>;

export const CreateFieldIndex = z.strictObject({
  field_name: z.string(),
  field_schema: z.union([
    z.strictObject({ type: z.literal('keyword'), is_tenant: z.boolean().optional() }),
    z.strictObject({ type: z.literal('integer'), lookup: z.boolean(), range: z.boolean() }),
    z.strictObject({ type: z.literal('bool') }),
  ]),
});

export const Payload = z.record(z.string(), z.unknown());
export const Upsert = z.strictObject({
  points: z.array(z.strictObject({ id: PointId, vector: NamedVectors, payload: Payload })).min(1),
});
export type Point = z.infer<typeof Upsert>['points'][number];

export const Delete = z.union([
  z.strictObject({ filter: Filter }),
  z.strictObject({ points: z.array(PointId) }),
]);
export const UpdateVectors = z.strictObject({
  points: z.array(z.strictObject({ id: PointId, vector: NamedVectors })).min(1),
});
export const SetPayload = z.strictObject({ payload: Payload, points: z.array(PointId) });
export const Scroll = z.strictObject({
  filter: Filter.optional(),
  limit: Limit,
  offset: PointId.optional(),
  with_payload: z.array(z.string()),
  with_vector: z.literal(false),
});
export const Count = z.strictObject({ filter: Filter.optional(), exact: z.boolean() });
