import { randomUUID } from 'node:crypto';
import { isResource } from '@medplum/core';
import type { CapabilityStatement, Reference } from '@medplum/fhirtypes';
import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import type {
  Chart,
  ChartParts,
  ChartResource,
  ChartResources,
  ChartResourceType,
  ChartSearch,
  Created,
  OrderChange,
  PatientSearch,
  Stored,
} from '../chart.port.ts';
import { dateRange } from '../chart-dates.ts';
import {
  CHART_RESOURCE_TYPES,
  foldedWords,
  groupParts,
  identifierForms,
  nameWords,
  PROPOSAL_SYSTEM,
  parameterKind,
  SEARCH_PARAMETERS,
  withChange,
  withProposal,
} from '../index-resource.ts';
import { Concept, conceptText } from '../summary/lenient-fields.ts';
import {
  collectPages,
  type FhirAnswer,
  type FhirConnection,
  type FhirQuestion,
  isStored,
  outcomeError,
  unavailable,
} from './fhir-connection.ts';

/** Of one type, about one patient. What goes beyond is named in `incomplete`. */
const MAX_PER_TYPE = 1_000;
const PAGE = 100;
/** What a server need not support for its charts to be readable. */
const OPTIONAL: readonly ChartResourceType[] = ['MedicationStatement'];
const REFUSALS: readonly string[] = ['CHART_REQUEST_REFUSED', 'CHART_ACCESS_REFUSED'];
const DEFAULT_PATIENTS = 20;
/** Of those who bear one word of a name, so many are compared by all of it. */
const MAX_COMPARED = 200;
const MAX_VERSIONS = 200;
/** As FHIR has them; `..` would lead out of the type. */
const RESOURCE_ID = /^(?!\.+$)[A-Za-z0-9.-]{1,64}$/u;

interface FhirChartOptions {
  connection: FhirConnection;
  /** For messages: the server's address without credentials. */
  server: string;
  tenantId: string;
}

export function createFhirChart({ connection, server, tenantId }: FhirChartOptions): Chart {
  /** The last write under way for each identifier. */
  const underWay = new Map<string, Promise<unknown>>();

  const chart: Chart = {
    async searchPatients(principal, search) {
      const found = await searchFor(search, 'all');
      if (found.length > 0 || search.name === undefined) return found;
      // A server that compares marks letter by letter is asked word by word, and what it gives is compared here.
      const wanted = foldedWords(search.name);
      const near = await searchFor(search, 'any');
      return near.filter(({ name }) => {
        const words = nameWords(name ?? []);
        return wanted.every((word) => words.includes(` ${word}`));
      });

      async function searchFor(
        { name, identifier, birthDate, limit = DEFAULT_PATIENTS }: PatientSearch,
        words: 'all' | 'any',
      ) {
        const named = (name ?? '').split(/[\s,]+/u).filter((word) => word !== '');
        const parameters: [string, string][] = [];
        if (words === 'any')
          parameters.push([
            'name',
            [...new Set(named.flatMap((word) => [word, foldDiacritics(word)]))].join(','),
          ]);
        // A word at a time: servers differ in how they read several.
        else for (const word of named) parameters.push(['name', word]);
        if (identifier !== undefined) parameters.push(['identifier', identifierForms(identifier)]);
        if (birthDate !== undefined) parameters.push(['birthdate', birthDate]);
        const count = words === 'any' ? MAX_COMPARED : limit;
        const page = { resourceType: 'Patient', parameters, count, offset: 0 } as const;
        const { resources } = await chart.search(principal, page);
        return resources.filter((resource) => resource.resourceType === 'Patient');
      }
    },

    async parts(principal, patientId) {
      const patient = await chart.read(principal, 'Patient', patientId);
      if (patient === null) return null;
      const types = CHART_RESOURCE_TYPES.filter((type) => type !== 'Patient');
      const found = await Promise.all(types.map((type) => collectOf(type, patientId)));
      const incomplete = types.filter((_, index) => found[index]?.hasMore);
      const parts = groupParts([patient, ...found.flatMap(({ resources }) => resources)], incomplete);
      return parts && nameMedications(parts, connection);
    },

    async read({ tenant_id }, resourceType, id) {
      if (tenant_id !== tenantId || !RESOURCE_ID.test(id)) return null;
      const answer = await connection.ask({ method: 'GET', target: `${resourceType}/${id}` });
      if (answer.status === 404 || answer.status === 410) return null;
      return storedResource<ChartResources[typeof resourceType]>(answer, resourceType);
    },

    async history({ tenant_id }, resourceType, id) {
      if (tenant_id !== tenantId || !RESOURCE_ID.test(id)) return [];
      const target = `${resourceType}/${id}/_history?_count=${PAGE}`;
      const found = await collectPages<ChartResources[typeof resourceType]>({
        connection,
        target,
        resourceType,
        limit: MAX_VERSIONS,
      });
      return found?.resources ?? [];
    },

    async search({ tenant_id }, { resourceType, parameters, count, offset }: ChartSearch) {
      const unknown = parameters.some(([name]) => parameterKind(resourceType, name) === null);
      if (unknown) {
        throw new GalenError('BAD_REQUEST', { problem: `unknown search parameter of ${resourceType}` });
      }
      if (tenant_id !== tenantId) return { resources: [], total: 0, hasMore: false };
      // FHIR knows no offset: what lies before the page is read and left out.
      const { resources, total, hasMore } = await collect(resourceType, parameters, offset + count);
      return { resources: resources.slice(offset), total, hasMore };
    },

    async createOnce({ tenant_id }, resource, { identifier }) {
      if (tenant_id !== tenantId) throw new GalenError('FORBIDDEN');
      return inTurn(identifier, () => create(resource, identifier));
    },

    async changeOnce({ tenant_id }, change, { identifier }) {
      if (tenant_id !== tenantId) throw new GalenError('FORBIDDEN');
      // Two changes of one order would overtake each other as much as two of one proposal.
      return inTurn(`${change.order.resourceType}/${change.order.id}`, () => applyChange(change, identifier));
    },

    async capability() {
      const answer = await connection.ask({ method: 'GET', target: 'metadata' });
      if (!isResource<CapabilityStatement>(answer.body, 'CapabilityStatement')) {
        throw unavailable('its metadata is no capability statement');
      }
      const statement = answer.body;
      const name = statement.software?.name;
      return {
        server: name === undefined ? server : `${server} (${name})`,
        fhirVersion: statement.fhirVersion ?? 'unknown',
        missing: judgeCapability(statement),
      };
    },
  };
  return chart;

  /** Calls for one identifier wait for each other: a server that meets them all at once may refuse some of them. */
  async function inTurn<Result>(identifier: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (underWay.get(identifier) ?? Promise.resolve()).then(work, work);
    underWay.set(identifier, turn);
    try {
      return await turn;
    } finally {
      if (underWay.get(identifier) === turn) underWay.delete(identifier);
    }
  }

  async function create<Resource extends ChartResource>(
    resource: Resource,
    identifier: string,
  ): Promise<Created<Resource>> {
    const { resourceType } = resource;
    const condition = new URLSearchParams({ identifier: `${PROPOSAL_SYSTEM}|${identifier}` }).toString();
    // Looked for first as well: a server that overlooks the condition would make a second one when a call is repeated.
    const existing = await findOnly<Resource>(resourceType, condition);
    if (existing !== null) return { resource: existing, created: false };
    const { id: _, ...body } = withProposal(resource, identifier);
    const answer = await connection.ask({
      method: 'POST',
      target: resourceType,
      headers: { 'if-none-exist': condition, prefer: 'return=representation' },
      body,
    });
    if (answer.status !== 200 && answer.status !== 201) throw outcomeError(answer, true);
    const stored =
      answer.body === null
        ? await findOnly<Resource>(resourceType, condition)
        : storedResource<Resource>(answer, resourceType);
    if (stored === null) throw unavailable('what it created cannot be found');
    return { resource: stored, created: answer.status === 201 };
  }

  async function applyChange(
    change: OrderChange,
    identifier: string,
  ): Promise<Created<ChartResources['MedicationRequest']>> {
    const condition = new URLSearchParams({ identifier: `${PROPOSAL_SYSTEM}|${identifier}` }).toString();
    const find = () => findOnly<ChartResources['MedicationRequest']>('MedicationRequest', condition);
    const { order, replacement } = withChange(change, identifier);
    const existing = await find();
    if (existing !== null) {
      if (replacement !== undefined) await completeChange(order);
      return { resource: existing, created: false };
    }
    const answer = await connection.ask(changeQuestion({ order, replacement }, condition));
    const isDone = answer.status === 200 || answer.status === 201;
    // Refused may mean that the answer to an earlier attempt was lost: then what it made is there.
    const resource = await find();
    if (resource !== null && isTorn(answer)) {
      const mistaken = { ...resource, status: 'entered-in-error' as const, identifier: [] };
      await connection.ask(changeQuestion({ order: mistaken }, condition));
      throw new GalenError('CHART_CHANGED');
    }
    if (resource !== null) return { resource, created: isDone };
    if (answer.status === 412 || isTorn(answer)) throw new GalenError('CHART_CHANGED');
    throw isDone ? unavailable('what it changed cannot be found') : outcomeError(answer, true);
  }

  /** Where a server has stored a replacement and not yet ended what it replaces, that is done now. */
  async function completeChange(order: OrderChange['order']): Promise<void> {
    const answer = await connection.ask({ method: 'GET', target: `MedicationRequest/${order.id}` });
    const before = storedResource<ChartResources['MedicationRequest']>(answer, 'MedicationRequest');
    if (before.meta?.versionId !== order.meta?.versionId) return;
    const ended = await connection.ask(changeQuestion({ order }, ''));
    if (ended.status !== 200 && ended.status !== 412) throw outcomeError(ended, true);
  }

  async function collect(
    resourceType: ChartResourceType,
    parameters: readonly (readonly [string, string])[],
    limit: number,
  ) {
    const query = new URLSearchParams();
    for (const [name, value] of parameters) {
      const isDate = ['date', 'birthdate'].includes(parameterKind(resourceType, name) ?? '');
      for (const sent of isDate ? wholeDates(value) : [value]) query.append(name, sent);
    }
    query.set('_count', String(Math.min(limit + 1, PAGE)));
    query.set('_total', 'accurate');
    const target = `${resourceType}?${query}`;
    const found = await collectPages<ChartResource>({ connection, target, resourceType, limit });
    if (found !== null) return found;
    if (OPTIONAL.includes(resourceType)) return { resources: [], total: 0, hasMore: false };
    throw unavailable(`it has no ${resourceType}`);
  }

  /** What there is of a patient; of a type that a server need not have, what it refuses counts as not read. */
  async function collectOf(type: ChartResourceType, patientId: string) {
    try {
      return await collect(type, [['patient', `Patient/${patientId}`]], MAX_PER_TYPE);
    } catch (error) {
      const isRefused = error instanceof GalenError && REFUSALS.includes(error.code);
      if (!isRefused || !OPTIONAL.includes(type)) throw error;
      return { resources: [], total: null, hasMore: true };
    }
  }

  async function findOnly<Resource extends ChartResource>(
    resourceType: ChartResourceType,
    condition: string,
  ): Promise<Stored<Resource> | null> {
    const target = `${resourceType}?${condition}`;
    const found = await collectPages<Resource>({ connection, target, resourceType, limit: 2 });
    if (found !== null && found.resources.length > 1) throw new GalenError('CHART_CONFLICT');
    return found?.resources[0] ?? null;
  }
}

/** A year or a month as days from and to: some servers refuse dates without a day. */
function wholeDates(value: string): string[] {
  const [, prefix = 'eq', date = ''] = /^(eq|ge|gt|le|lt)?(\d{4}(?:-\d{2})?)$/u.exec(value) ?? [];
  const range = dateRange(date);
  if (range === null) return [value];
  const [from, to] = [range.from.slice(0, 10), range.to.slice(0, 10)];
  const sent = {
    eq: [`ge${from}`, `lt${to}`],
    ge: [`ge${from}`],
    gt: [`ge${to}`],
    le: [`lt${to}`],
    lt: [`lt${from}`],
  };
  // A cast, because the pattern knows no other prefix.
  return sent[prefix as keyof typeof sent];
}

/** An update of the version that was looked at; with a replacement, both in one transaction. */
function changeQuestion(
  { order: { meta, ...rest }, replacement }: OrderChange,
  condition: string,
): FhirQuestion {
  const target = `MedicationRequest/${rest.id}`;
  const { versionId: version, lastUpdated: _, ...kept } = meta ?? {};
  const order = { ...rest, meta: kept };
  const ifMatch = version === undefined ? null : `W/"${version}"`;
  const headers = { prefer: 'return=representation', ...(ifMatch === null ? {} : { 'if-match': ifMatch }) };
  if (replacement === undefined) return { method: 'PUT', target, headers, body: order };
  const update = { method: 'PUT', url: target, ...(ifMatch === null ? {} : { ifMatch }) };
  const create = { method: 'POST', url: 'MedicationRequest', ifNoneExist: condition };
  const entry = [
    { request: create, resource: replacement, fullUrl: `urn:uuid:${randomUUID()}` },
    { request: update, resource: order },
  ];
  return { method: 'POST', target: '', body: { resourceType: 'Bundle', type: 'transaction', entry } };
}

const Torn = z.object({ entry: z.array(z.object({ response: z.object({ status: z.string() }) })) });

/** Whether a server did only a part of a transaction: some take it for a batch. */
function isTorn({ body }: FhirAnswer): boolean {
  return Torn.safeParse(body).data?.entry.some(({ response }) => !response.status.startsWith('2')) ?? false;
}

function storedResource<Resource extends ChartResource>(
  answer: FhirAnswer,
  resourceType: ChartResourceType,
): Stored<Resource> {
  const { status, body, etag } = answer;
  if (status !== 200 && status !== 201) throw outcomeError(answer, false);
  if (!isStored<Resource>(body, resourceType)) throw unavailable(`its answer is no ${resourceType}`);
  const version = /^(?:W\/)?"([^"]{1,64})"$/u.exec(etag ?? '')?.[1];
  if (body.meta?.versionId !== undefined || version === undefined) return body;
  return Object.assign({}, body, { meta: { ...body.meta, versionId: version } });
}

/** What the clinic flow writes, after a person's yes. */
const WRITTEN: readonly ChartResourceType[] = [
  'AllergyIntolerance',
  'MedicationRequest',
  'DocumentReference',
];

/** What Galen needs of a FHIR server and its capability statement does not promise, in words for an operator. */
function judgeCapability(statement: CapabilityStatement): string[] {
  const missing: string[] = [];
  if (!statement.fhirVersion?.startsWith('4.')) missing.push(`FHIR R4 (it speaks ${statement.fhirVersion})`);
  const rest = statement.rest?.find(({ mode }) => mode === 'server');
  const offered = rest?.resource ?? [];
  for (const type of CHART_RESOURCE_TYPES) {
    const resource = offered.find((one) => one.type === type);
    if (resource === undefined) {
      missing.push(type);
      continue;
    }
    const isWritten = WRITTEN.includes(type);
    const interactions = new Set<string>(resource.interaction?.map(({ code }) => code));
    const needed = [
      ...['read', 'search-type', ...(isWritten ? ['create', 'history-instance'] : [])],
      ...(type === 'MedicationRequest' ? ['update'] : []),
    ];
    missing.push(...needed.filter((code) => !interactions.has(code)).map((code) => `${type}: ${code}`));
    // Without it a write whose answer is lost could be made twice.
    if (isWritten && resource.conditionalCreate !== true) missing.push(`${type}: conditional create`);
    const parameters = new Set<string>(resource.searchParam?.map(({ name }) => name));
    const wanted = Object.keys(SEARCH_PARAMETERS[type]).filter((name) => !name.startsWith('_'));
    missing.push(
      ...wanted.filter((name) => !parameters.has(name)).map((name) => `${type}: search by ${name}`),
    );
  }
  // Without it an order could be ended and its replacement be lost.
  if (!rest?.interaction?.some(({ code }) => code === 'transaction')) missing.push('transaction');
  return missing;
}

const AT = /^Medication\/[A-Za-z0-9.-]{1,64}$/u;
/** More than a patient takes; the others stay named by reference. */
const MOST = 100;

const Medication = z.object({ resourceType: z.literal('Medication'), code: Concept });

/** Looks up the medicines that entries only point at, and writes their names beside the reference. */
async function nameMedications(parts: ChartParts, connection: FhirConnection): Promise<ChartParts> {
  const entries = [...parts.medicationRequests, ...parts.medicationStatements];
  const wanted = entries.flatMap(({ medicationReference }) => unnamed(medicationReference) ?? []);
  const names = new Map<string, string>();
  for (const target of [...new Set(wanted)].slice(0, MOST)) {
    const name = await nameAt(target, connection);
    if (name !== null) names.set(target, name);
  }
  const named = <Entry extends { medicationReference?: Reference }>(entry: Entry): Entry => {
    const display = names.get(unnamed(entry.medicationReference) ?? '');
    if (display === undefined) return entry;
    return { ...entry, medicationReference: { ...entry.medicationReference, display } };
  };
  return {
    ...parts,
    medicationRequests: parts.medicationRequests.map(named),
    medicationStatements: parts.medicationStatements.map(named),
  };
}

/** Null where there is none, or where the server does not let us see it: the entry then stays named by its reference. */
async function nameAt(target: string, connection: FhirConnection): Promise<string | null> {
  try {
    const { status, body } = await connection.ask({ method: 'GET', target });
    const found = status === 200 ? Medication.safeParse(body) : null;
    return found?.success ? conceptText(found.data.code) : null;
  } catch (error) {
    if (error instanceof GalenError && error.code === 'CHART_ACCESS_REFUSED') return null;
    throw error;
  }
}

/** Where a medicine is to be found whose name is not beside it. */
function unnamed(medication: Reference | undefined): string | null {
  const { reference, display } = medication ?? {};
  return display === undefined && reference !== undefined && AT.test(reference) ? reference : null;
}
