import { type Kysely, type RawBuilder, sql } from 'kysely';
import { GalenError } from '../../domain/errors.ts';
import type { Clock, IdSource } from '../../domain/run-context.ts';
import type {
  ChartParts,
  ChartResource,
  ChartResources,
  ChartResourceType,
  ChartSearch,
  ChartStore,
  Stored,
} from '../chart.port.ts';
import { dateRange } from '../chart-dates.ts';
import {
  foldedWords,
  groupParts,
  identifierForms,
  indexResource,
  type ParameterKind,
  parameterKind,
  withChange,
  withProposal,
} from '../index-resource.ts';

/** A patient with more entries than this is not read whole; the summary says so. */
const MAX_PARTS = 5_000;
const DEFAULT_PATIENTS = 20;
/** What a prescription is checked against is read first, so that a cut hits observations and notes. */
const READ_FIRST: readonly ChartResourceType[] = [
  'Patient',
  'AllergyIntolerance',
  'MedicationRequest',
  'MedicationStatement',
  'Condition',
  'Encounter',
  'Observation',
  'DocumentReference',
];

/** Columns of `chart_resources` that come from the resource itself. */
const KEYS = sql`patient_id text, names text, birth_date text, status text, identifiers text[], codes text[],
  dated_from timestamptz, dated_to timestamptz`;
const KEY_NAMES = sql`patient_id, names, birth_date, status, identifiers, codes, dated_from, dated_to`;
const CURRENT = sql`id, resource_type, version, resource, updated_at as recorded_at`;

interface PostgresChartOptions {
  db: Kysely<unknown>;
  clock: Clock;
  newId: IdSource;
}

/** The embedded chart: FHIR R4 in our own PostgreSQL. Every statement names the tenant. */
export function createPostgresChart({ db, clock, newId }: PostgresChartOptions): ChartStore {
  const now = () => new Date(clock()).toISOString();

  const chart: ChartStore = {
    async searchPatients(principal, { name, identifier, birthDate, limit = DEFAULT_PATIENTS }) {
      const written = identifier === undefined ? undefined : identifierForms(identifier);
      const parameters = Object.entries({ name, identifier: written, birthdate: birthDate }).flatMap(
        ([key, value]) => (value === undefined ? [] : [[key, value] as const]),
      );
      const search = { resourceType: 'Patient', parameters, count: limit, offset: 0 } as const;
      const { resources } = await chart.search(principal, search);
      return resources.filter((resource) => resource.resourceType === 'Patient');
    },

    async parts({ tenant_id }, patientId): Promise<ChartParts | null> {
      const { rows } = await sql<ChartRow>`
        select ${CURRENT} from chart_resources
        where tenant_id = ${tenant_id} and patient_id = ${patientId}
        order by array_position(${[...READ_FIRST]}::text[], resource_type), dated_from desc nulls last, id
        limit ${MAX_PARTS + 1}
      `.execute(db);
      const resources = rows.slice(0, MAX_PARTS).map((row) => resourceOf(row));
      const unread = rows[MAX_PARTS];
      // Of the type at which the reading stopped and all after it there may be more.
      const from = unread === undefined ? READ_FIRST.length : READ_FIRST.indexOf(unread.resource_type);
      return groupParts(resources, READ_FIRST.slice(from));
    },

    async read({ tenant_id }, resourceType, id) {
      const { rows } = await sql<ChartRow>`
        select ${CURRENT} from chart_resources
        where tenant_id = ${tenant_id} and resource_type = ${resourceType} and id = ${id}
      `.execute(db);
      return rows[0] === undefined ? null : resourceOf<ChartResources[typeof resourceType]>(rows[0]);
    },

    async history({ tenant_id }, resourceType, id) {
      const { rows } = await sql<ChartRow>`
        select id, resource_type, version, resource, recorded_at from chart_versions
        where tenant_id = ${tenant_id} and resource_type = ${resourceType} and id = ${id}
        order by version desc
      `.execute(db);
      return rows.map((row) => resourceOf<ChartResources[typeof resourceType]>(row));
    },

    async search({ tenant_id }, search) {
      const conditions = [sql`true`, ...searchConditions(search)];
      const { rows } = await sql<ChartRow & { total: string }>`
        with matching as materialized (
          select * from chart_resources
          where tenant_id = ${tenant_id} and resource_type = ${search.resourceType} and ${sql.join(conditions, sql` and `)}
        )
        select ${CURRENT}, (select count(*) from matching) as total from matching
        order by names, dated_from desc nulls last, id
        limit ${search.count + 1} offset ${search.offset}
      `.execute(db);
      const resources = rows.slice(0, search.count).map((row) => resourceOf(row));
      // Past the last page there is no row to carry the total.
      const total = rows[0] === undefined ? (search.offset === 0 ? 0 : null) : Number(rows[0].total);
      return { resources, total, hasMore: rows.length > search.count };
    },

    async createOnce({ tenant_id, user_id }, resource, { identifier }) {
      const row = rowOf({ ...withProposal<ChartResource>(resource, identifier), id: newId() });
      // One statement, so one transaction: whoever gets the key into chart_creations stores, the others wait and store nothing.
      const { rows: made } = await sql<ChartRow>`
        with claimed as (
          insert into chart_creations (tenant_id, identifier, resource_type, id)
          values (${tenant_id}, ${identifier}, ${row.resource_type}, ${row.id})
          on conflict do nothing returning id
        ), stored as (
          insert into chart_resources (tenant_id, resource_type, id, version, resource, ${KEY_NAMES}, updated_at)
          select ${tenant_id}, ${row.resource_type}, claimed.id, 1, new.resource, ${KEY_NAMES}, ${now()}::timestamptz
          from claimed, jsonb_to_record(${JSON.stringify(row)}::jsonb) as new (resource jsonb, ${KEYS})
          returning ${CURRENT}
        ), version as (
          insert into chart_versions (tenant_id, resource_type, id, version, resource, recorded_at, recorded_by)
          select ${tenant_id}, resource_type, id, version, resource, recorded_at, ${user_id} from stored
        )
        select * from stored
      `.execute(db);
      if (made[0] !== undefined) return { resource: resourceOf<typeof resource>(made[0]), created: true };
      const claimed = await claimedBy<typeof resource>(tenant_id, identifier);
      if (claimed === null) throw new Error('a claimed identifier has no resource');
      return { resource: claimed, created: false };
    },

    async changeOnce({ tenant_id, user_id }, change, { identifier }) {
      const { order, replacement } = withChange(change, identifier);
      const changed = rowOf(order);
      const added = replacement === undefined ? [] : [rowOf({ ...replacement, id: newId() })];
      const result = added[0]?.id ?? order.id;
      // One statement again: the order is locked in its version, and whoever comes later finds another one.
      const { rows } = await sql<ChartRow>`
        with held as (
          select id from chart_resources
          where tenant_id = ${tenant_id} and resource_type = 'MedicationRequest' and id = ${order.id}
            and version::text = ${order.meta?.versionId ?? ''}
          for update
        ), claimed as (
          insert into chart_creations (tenant_id, identifier, resource_type, id)
          select ${tenant_id}, ${identifier}, 'MedicationRequest', ${result} from held
          on conflict do nothing returning id
        ), changed as (
          update chart_resources set version = version + 1, resource = new.resource, status = new.status,
            identifiers = new.identifiers, updated_at = ${now()}::timestamptz
          from claimed, jsonb_to_record(${JSON.stringify(changed)}::jsonb) as new (resource jsonb, ${KEYS})
          where tenant_id = ${tenant_id} and resource_type = 'MedicationRequest' and chart_resources.id = ${order.id}
          returning chart_resources.id, resource_type, version, chart_resources.resource, updated_at as recorded_at
        ), added as (
          insert into chart_resources (tenant_id, resource_type, id, version, resource, ${KEY_NAMES}, updated_at)
          select ${tenant_id}, 'MedicationRequest', claimed.id, 1, new.resource, ${KEY_NAMES}, ${now()}::timestamptz
          from claimed, jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as new (resource jsonb, ${KEYS})
          returning ${CURRENT}
        ), stored as (select * from changed union all select * from added), version as (
          insert into chart_versions (tenant_id, resource_type, id, version, resource, recorded_at, recorded_by)
          select ${tenant_id}, resource_type, id, version, resource, recorded_at, ${user_id} from stored
        )
        select * from stored where id = ${result}
      `.execute(db);
      if (rows[0] !== undefined)
        return { resource: resourceOf<ChartResources['MedicationRequest']>(rows[0]), created: true };
      const claimed = await claimedBy<ChartResources['MedicationRequest']>(tenant_id, identifier);
      if (claimed === null) throw new GalenError('CHART_CHANGED');
      return { resource: claimed, created: false };
    },

    capability: async () => ({ server: 'embedded', fhirVersion: '4.0.1', missing: [] }),

    async store(tenantId, resources, by) {
      const { rows } = await sql<{ stored: string }>`
        with stored as (
          insert into chart_resources (tenant_id, resource_type, id, version, resource, ${KEY_NAMES}, updated_at)
          select ${tenantId}, resource_type, id, 1, resource, ${KEY_NAMES}, ${now()}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(resources.map(rowOf))}::jsonb)
            as new (resource_type text, id text, resource jsonb, ${KEYS})
          on conflict (tenant_id, resource_type, id) do update
          set version = chart_resources.version + 1, resource = excluded.resource,
            patient_id = excluded.patient_id, names = excluded.names, birth_date = excluded.birth_date,
            status = excluded.status, identifiers = excluded.identifiers, codes = excluded.codes,
            dated_from = excluded.dated_from, dated_to = excluded.dated_to, updated_at = excluded.updated_at
          where chart_resources.resource is distinct from excluded.resource and not exists (
            select from chart_versions changed
            where (changed.tenant_id, changed.resource_type, changed.id, changed.version) = (chart_resources.tenant_id,
              chart_resources.resource_type, chart_resources.id, chart_resources.version) and changed.recorded_by <> ${by}
          )
          returning ${CURRENT}
        ), version as (
          insert into chart_versions (tenant_id, resource_type, id, version, resource, recorded_at, recorded_by)
          select ${tenantId}, resource_type, id, version, resource, recorded_at, ${by} from stored
        )
        select count(*) as stored from stored
      `.execute(db);
      return { stored: Number(rows[0]?.stored ?? 0) };
    },
  };
  return chart;

  async function claimedBy<Resource extends ChartResource>(tenantId: string, identifier: string) {
    const { rows } = await sql<ChartRow>`
      select ${CURRENT} from chart_resources
      join chart_creations using (tenant_id, resource_type, id)
      where tenant_id = ${tenantId} and identifier = ${identifier}
    `.execute(db);
    return rows[0] === undefined ? null : resourceOf<Resource>(rows[0]);
  }
}

interface ChartRow {
  id: string;
  resource_type: ChartResourceType;
  version: number;
  resource: Stored<ChartResource>;
  recorded_at: Date;
}

/** A resource ready to be stored, with what it is found by. What the chart itself says of it (version, time) is not stored in it. */
function rowOf(resource: Stored<ChartResource>) {
  const { versionId: _, lastUpdated: __, ...meta } = resource.meta ?? {};
  const { meta: ___, ...rest } = resource;
  const kept = Object.keys(meta).length === 0 ? rest : { ...rest, meta };
  return {
    id: resource.id,
    resource_type: resource.resourceType,
    resource: kept,
    ...indexResource(resource),
  };
}

function resourceOf<Resource extends ChartResource = ChartResource>(row: ChartRow): Stored<Resource> {
  const { resource, version, recorded_at } = row;
  const meta = { ...resource.meta, versionId: String(version), lastUpdated: recorded_at.toISOString() };
  // Two casts, because the row was selected by its type.
  return { ...resource, meta } as ChartResource as Stored<Resource>;
}

type Condition = RawBuilder<unknown>;

/** The conditions that a FHIR search means, all of which must hold. Refuses a parameter it does not know: it would widen the result. */
function searchConditions({ resourceType, parameters }: ChartSearch): Condition[] {
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
