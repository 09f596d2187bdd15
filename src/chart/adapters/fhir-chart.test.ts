import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chartContract } from '../chart.contract.ts';
import type { Chart } from '../chart.port.ts';
import { type Fault, type FhirServer, startFhirServer } from '../testing/fhir-server.ts';
import { FHIR_TENANT, openFhirChart } from '../testing/open-fhir-chart.ts';
import {
  sampleAllergy,
  sampleClinician,
  sampleLab,
  sampleMedication,
  samplePatient,
} from '../testing/sample-resources.ts';
import type { FhirAuth } from './fhir-token.ts';

const ID = 'galen';
const me = sampleClinician(FHIR_TENANT);

chartContract('FHIR, client credentials', async () => {
  const clientSecret = 's:ecret';
  const server = await startFhirServer({
    kind: 'client-credentials',
    clientId: ID,
    clientSecret: 's%3Aecret',
  });
  const { chart } = openFhirChart(server.url, {
    auth: { kind: 'client-credentials', clientId: ID, clientSecret },
  });
  return { chart, tenantId: FHIR_TENANT, close: server.close };
});

const realUrl = process.env.GALEN_TEST_FHIR_URL;
if (realUrl === undefined) {
  console.info('No real FHIR server is tested: GALEN_TEST_FHIR_URL is not set.');
} else {
  const { GALEN_TEST_FHIR_CLIENT_ID: clientId, GALEN_TEST_FHIR_API_KEY: secret } = process.env;
  const { GALEN_TEST_FHIR_TOKEN_URL: tokenUrl } = process.env;
  const auth: FhirAuth =
    secret === undefined
      ? { kind: 'none' }
      : clientId === undefined
        ? { kind: 'bearer', token: secret }
        : { kind: 'client-credentials', clientId, clientSecret: secret };
  chartContract('FHIR server of GALEN_TEST_FHIR_URL', async () => ({
    chart: openFhirChart(realUrl.replace(/\/+$/u, ''), {
      auth,
      timeoutMs: 30_000,
      ...(tokenUrl === undefined ? {} : { tokenUrl }),
    }).chart,
    tenantId: FHIR_TENANT,
    close: async () => undefined,
  }));
}

describe('a chart on a FHIR server', () => {
  let server: FhirServer;
  let chart: Chart;
  let pauses: number[];
  let patientId: string;
  beforeAll(async () => {
    server = await startFhirServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ chart, pauses } = openFhirChart(server.url, { timeoutMs: 20_000 }));
    patientId = (await chart.createOnce(me, samplePatient(), { identifier: randomUUID() })).resource.id;
    server.requests.length = 0;
  });

  const busy = (headers: Record<string, string> = {}): Fault => ({ kind: 'status', status: 429, headers });

  it.each([
    ['a limit with a pause to keep', busy({ 'retry-after': '2' }), [2_000]],
    ['a limit without one', busy(), [200]],
    ['a fault of its own', { kind: 'status', status: 500 } as Fault, [200]],
    ['a connection lost', { kind: 'resets' } as Fault, [200]],
    ['an answer cut short', { kind: 'truncates' } as Fault, [200]],
    ['a web page', { kind: 'sends', body: '<html>', type: 'text/html' } as Fault, [200]],
  ])('asks again after %s', async (_, fault, waited) => {
    server.fail(fault);
    expect((await chart.read(me, 'Patient', patientId))?.id).toBe(patientId);
    expect(pauses).toEqual(waited);
  });

  it.each([
    ['a limit', busy({ 'retry-after': '1' })],
    ['an answer that was lost', { kind: 'loses-the-answer' } as Fault],
    ['a token that is no longer valid', { kind: 'status', status: 401 } as Fault],
  ])('changes an order once after %s', async (_, fault) => {
    const { chart: own } = openFhirChart(server.url, { auth: { kind: 'bearer', token: 't' } });
    const once = { identifier: randomUUID() };
    const { resource } = await own.createOnce(me, sampleMedication(patientId), once);
    const change = {
      order: { ...resource, status: 'stopped' as const },
      replacement: sampleMedication(patientId),
    };
    // The first request looks for the proposal, the second makes the change.
    server.fail({ kind: 'none' }, fault);
    const identifier = randomUUID();
    const made = await own.changeOnce(me, change, { identifier });
    expect((await own.changeOnce(me, change, { identifier })).resource.id).toBe(made.resource.id);
    expect(await own.history(me, 'MedicationRequest', resource.id)).toHaveLength(2);
  });

  it.each([
    [busy({ 'retry-after': '120' }), 1, 'CHART_BUSY', /120 seconds/u],
    [busy(), 4, 'CHART_BUSY', /busy/u],
    [{ kind: 'status', status: 502 } as Fault, 4, 'CHART_UNAVAILABLE', /502/u],
    [{ kind: 'resets' } as Fault, 4, 'CHART_UNAVAILABLE', /no connection/u],
    [{ kind: 'sends', body: '<html>' } as Fault, 4, 'CHART_UNAVAILABLE', /cannot be read/u],
    [
      { kind: 'sends', body: '{"resourceType":"Group","id":"1"}' } as Fault,
      1,
      'CHART_UNAVAILABLE',
      /no Patient/u,
    ],
    [{ kind: 'status', status: 404, body: '<html>' } as Fault, 4, 'CHART_UNAVAILABLE', /404/u],
    [{ kind: 'status', status: 403 } as Fault, 1, 'CHART_ACCESS_REFUSED', /403/u],
    [
      { kind: 'status', status: 400 } as Fault,
      1,
      'CHART_REQUEST_REFUSED',
      /400; processing Patient\.name …$/u,
    ],
  ])('gives up on %j after %i, and says so without a patient’s name', async (fault, times, code, message) => {
    server.fail(...Array.from({ length: times }, () => fault));
    const failure = await chart.read(me, 'Patient', patientId).then(String, (error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('Nguyễn');
    expect(server.requests).toHaveLength(times);
  });

  it('asks again when there is no answer in time', async () => {
    const impatient = openFhirChart(server.url, { timeoutMs: 1_000 });
    server.fail({ kind: 'hangs' });
    expect((await impatient.chart.read(me, 'Patient', patientId))?.id).toBe(patientId);
    expect(impatient.pauses[0]).toBe(200);
  });

  it('creates once when several processes write at the same time', async () => {
    const identifier = randomUUID();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        openFhirChart(server.url, { timeoutMs: 20_000 }).chart.createOnce(me, sampleAllergy(patientId), {
          identifier,
        }),
      ),
    );
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ resource }) => resource.id)).size).toBe(1);
    // They did meet: more than one had found nothing before it wrote.
    expect(server.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(1);
  });

  it('goes on after a write that failed', async () => {
    const identifier = randomUUID();
    server.fail({ kind: 'status', status: 403 });
    const [failed, done] = await Promise.allSettled([
      chart.createOnce(me, sampleAllergy(patientId), { identifier }),
      chart.createOnce(me, sampleAllergy(patientId), { identifier }),
    ]);
    expect(failed.status).toBe('rejected');
    expect(done).toMatchObject({ status: 'fulfilled', value: { created: true } });
  });

  it('creates one although the answer to its creation is lost', async () => {
    const identifier = randomUUID();
    server.fail(
      { kind: 'sends', body: '{"resourceType":"Bundle","type":"searchset"}' },
      { kind: 'loses-the-answer' },
    );
    const { resource } = await chart.createOnce(me, sampleAllergy(patientId), { identifier });
    const found = await chart.search(me, {
      resourceType: 'AllergyIntolerance',
      parameters: [['identifier', identifier]],
      count: 10,
      offset: 0,
    });
    expect(found.resources.map(({ id }) => id)).toEqual([resource.id]);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(await chart.history(me, 'AllergyIntolerance', resource.id)).toHaveLength(1);
  });

  it('says what the server does not take, and stops where it already holds two', async () => {
    const allergy = sampleAllergy(patientId);
    const empty: Fault = { kind: 'sends', body: '{"resourceType":"Bundle","type":"searchset"}' };
    server.fail(empty, { kind: 'status', status: 422 });
    await expect(chart.createOnce(me, allergy, { identifier: 'x' })).rejects.toMatchObject({
      code: 'CHART_RESOURCE_INVALID',
    });
    server.fail(empty, { kind: 'status', status: 412 });
    await expect(chart.createOnce(me, allergy, { identifier: 'x' })).rejects.toMatchObject({
      code: 'CHART_CONFLICT',
    });
    const identifier = [{ system: 'https://galen.example/proposal', value: 'twice' }];
    await server.repository.createResource({ ...allergy, identifier });
    await server.repository.createResource({ ...allergy, identifier });
    await expect(chart.createOnce(me, allergy, { identifier: 'twice' })).rejects.toMatchObject({
      code: 'CHART_CONFLICT',
    });
  });

  it('follows the pages of a patient’s chart to their end', async () => {
    for (let day = 10; day < 24; day += 1) {
      const lab = { code: '2823-3', name: 'Potassium', value: 4, unit: 'mmol/L', at: `2026-01-${day}` };
      await server.repository.createResource(sampleLab(patientId, lab));
    }
    const parts = await chart.parts(me, patientId);
    expect(parts?.observations).toHaveLength(14);
    expect(server.requests.filter(({ url }) => url.includes('Observation'))).toHaveLength(3);
  });

  it('reads all versions, newest first, each time', async () => {
    const { resource } = await chart.createOnce(me, sampleAllergy(patientId), { identifier: randomUUID() });
    await server.repository.updateResource({ ...resource, code: { text: 'Latex' } });
    for (const _ of [1, 2]) {
      const versions = await chart.history(me, 'AllergyIntolerance', resource.id);
      expect(versions.map(({ code }) => code?.text)).toEqual(['Latex', 'Penicillin']);
    }
    expect((await chart.read(me, 'AllergyIntolerance', resource.id))?.code?.text).toBe('Latex');
  });

  it('takes the version from the ETag where the resource has none', async () => {
    server.fail({
      kind: 'status',
      status: 200,
      headers: { etag: 'W/"7"' },
      body: '{"resourceType":"Patient","id":"1"}',
    });
    expect((await chart.read(me, 'Patient', '1'))?.meta?.versionId).toBe('7');
  });

  it('follows no address outside the configured server, with its token or without', async () => {
    const elsewhere = await startFhirServer();
    const next = JSON.stringify({
      resourceType: 'Bundle',
      type: 'searchset',
      link: [{ relation: 'next', url: `${elsewhere.url}/Patient?page=2` }],
    });
    for (const fault of [
      { kind: 'redirects', to: `${elsewhere.url}/Patient` },
      { kind: 'redirects', to: `${server.origin}/admin` },
      { kind: 'sends', body: next },
    ] as const) {
      server.fail(fault);
      await expect(chart.searchPatients(me, { name: 'x' })).rejects.toMatchObject({
        code: 'CHART_REQUEST_REFUSED',
      });
    }
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('follows a redirect on the same server, but not without end', async () => {
    const there = { kind: 'redirects', to: `${server.url}/Patient/${patientId}` } as const;
    server.fail(there);
    expect((await chart.read(me, 'Patient', 'moved'))?.id).toBe(patientId);
    server.fail(...Array.from({ length: 16 }, () => there));
    await expect(chart.read(me, 'Patient', 'moved')).rejects.toMatchObject({ code: 'CHART_UNAVAILABLE' });
  });

  it('stops at pages that lead in a circle', async () => {
    const target = `${server.url}/Patient?page=1`;
    const body = JSON.stringify({
      resourceType: 'Bundle',
      type: 'searchset',
      link: [{ relation: 'next', url: target }],
    });
    server.fail(...Array.from({ length: 2 }, () => ({ kind: 'sends', body }) as const));
    await expect(chart.searchPatients(me, {})).rejects.toMatchObject({ code: 'CHART_UNAVAILABLE' });
    expect(server.requests).toHaveLength(2);
  });

  it.each(['..', '../../oauth2/token', 'a/b', 'x?y', ''])(
    'asks nothing for the impossible id %j',
    async (id) => {
      expect(await chart.read(me, 'Patient', id)).toBeNull();
      expect(server.requests).toEqual([]);
    },
  );

  it('writes nothing for another tenant', async () => {
    const stranger = sampleClinician('another');
    const write = chart.createOnce(stranger, sampleAllergy(patientId), { identifier: randomUUID() });
    await expect(write).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(server.requests).toEqual([]);
  });
});

describe('a FHIR server without MedicationStatement', () => {
  it.each([
    ['knows no such type', 404, []],
    ['refuses it', 403, ['MedicationStatement']],
  ])('that %s still has charts', async (_, status, incomplete) => {
    const server = await startFhirServer();
    const { chart } = openFhirChart(server.url);
    const { resource } = await chart.createOnce(me, samplePatient(), { identifier: 'without' });
    server.withhold('MedicationStatement', status);
    const parts = await chart.parts(me, resource.id);
    expect(parts?.patient.id).toBe(resource.id);
    expect(parts?.incomplete).toEqual(incomplete);
    await server.close();
  });
});

it('names the medicines that prescriptions only point at', async () => {
  const server = await startFhirServer();
  const { chart } = openFhirChart(server.url);
  const { resource } = await chart.createOnce(me, samplePatient(), { identifier: 'pointing' });
  const drug = await server.repository.createResource({
    resourceType: 'Medication',
    code: { text: 'warfarin' },
  });
  for (const reference of [`Medication/${drug.id}`, `Medication/${randomUUID()}`]) {
    const { medicationCodeableConcept: _, ...prescription } = sampleMedication(resource.id);
    await server.repository.createResource({ ...prescription, medicationReference: { reference } });
  }
  const parts = await chart.parts(me, resource.id);
  const names = parts?.medicationRequests.map(({ medicationReference }) => medicationReference?.display);
  expect(names?.sort()).toEqual(['warfarin', undefined]);
  server.withhold('Medication', 403);
  expect((await chart.parts(me, resource.id))?.medicationRequests).toHaveLength(2);
  await server.close();
});

describe('a server that takes a transaction for a batch', () => {
  let server: FhirServer;
  let chart: Chart;
  beforeAll(async () => {
    server = await startFhirServer();
    server.tearTransactions(true);
    ({ chart } = openFhirChart(server.url));
  });
  afterAll(() => server.close());

  async function order() {
    const { resource } = await chart.createOnce(me, samplePatient(), { identifier: randomUUID() });
    return (await chart.createOnce(me, sampleMedication(resource.id), { identifier: randomUUID() })).resource;
  }
  const replaced = (one: Awaited<ReturnType<typeof order>>) => ({
    order: { ...one, status: 'stopped' as const },
    replacement: sampleMedication(one.subject.reference?.split('/')[1] ?? ''),
  });

  it('leaves no replacement of an order that has changed', async () => {
    const one = await order();
    await chart.changeOnce(me, { order: { ...one, status: 'on-hold' } }, { identifier: randomUUID() });
    const once = { identifier: randomUUID() };
    await expect(chart.changeOnce(me, replaced(one), once)).rejects.toMatchObject({ code: 'CHART_CHANGED' });
    const parts = await chart.parts(me, one.subject.reference?.split('/')[1] ?? '');
    expect(parts?.medicationRequests.map(({ status }) => status).sort()).toEqual([
      'entered-in-error',
      'on-hold',
    ]);
  });

  it('ends what was replaced when it is asked again', async () => {
    const one = await order();
    const once = { identifier: randomUUID() };
    // The replacement alone was stored before the process died.
    await chart.createOnce(me, replaced(one).replacement, once);
    expect(await chart.changeOnce(me, replaced(one), once)).toMatchObject({ created: false });
    expect(await chart.read(me, 'MedicationRequest', one.id)).toMatchObject({ status: 'stopped' });
  });
});

describe('what a FHIR server lacks', () => {
  it('is named from its capability statement', async () => {
    const server = await startFhirServer();
    const { chart } = openFhirChart(server.url);
    server.capability((statement) => ({
      ...statement,
      fhirVersion: '3.0.1',
      rest: [
        {
          mode: 'server',
          resource: (statement.rest?.[0]?.resource ?? [])
            .filter(({ type }) => type !== 'Encounter')
            .map((resource) =>
              resource.type === 'MedicationRequest'
                ? {
                    type: 'MedicationRequest',
                    interaction: [{ code: 'read' }],
                    searchParam: [{ name: 'patient', type: 'reference' }],
                  }
                : resource,
            ),
        },
      ],
    }));
    const { missing } = await chart.capability();
    expect(missing).toEqual([
      'FHIR R4 (it speaks 3.0.1)',
      'Encounter',
      'MedicationRequest: search-type',
      'MedicationRequest: create',
      'MedicationRequest: history-instance',
      'MedicationRequest: update',
      'MedicationRequest: conditional create',
      'MedicationRequest: search by identifier',
      'MedicationRequest: search by subject',
      'MedicationRequest: search by status',
      'MedicationRequest: search by code',
      'MedicationRequest: search by authoredon',
      'transaction',
    ]);
    await server.close();
  });
});

describe('access to a FHIR server', () => {
  const keys = {
    'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    RSA: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  };

  it.each(['P-384', 'RSA'] as const)('is had by SMART backend services with a key of %s', async (kind) => {
    const publicKey = keys[kind].publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const server = await startFhirServer({ kind: 'private-key-jwt', clientId: ID, publicKey });
    const pem = keys[kind].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const jwk = JSON.stringify({ ...keys[kind].privateKey.export({ format: 'jwk' }), kid: 'k1' });
    for (const privateKey of [pem, jwk]) {
      const { chart } = openFhirChart(server.url, {
        auth: { kind: 'private-key-jwt', clientId: ID, privateKey },
      });
      expect((await chart.capability()).missing).toEqual([]);
    }
    await server.close();
  });

  it('is refused to another key, and a text that is no key is never quoted', async () => {
    const publicKey = keys.RSA.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const server = await startFhirServer({ kind: 'private-key-jwt', clientId: ID, publicKey });
    const auth = (privateKey: string): FhirAuth => ({ kind: 'private-key-jwt', clientId: ID, privateKey });
    const other = keys['P-384'].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const refused = openFhirChart(server.url, { auth: auth(other) }).chart.capability();
    await expect(refused).rejects.toMatchObject({ code: 'CHART_ACCESS_REFUSED' });
    const broken = openFhirChart(server.url, { auth: auth('{"hunter2') }).chart.capability();
    await expect(broken).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.not.stringContaining('hunter2'),
    });
    await server.close();
  });

  it('is had by a bearer token', async () => {
    const server = await startFhirServer({ kind: 'bearer', token: 'let-me-in' });
    const open = (token: string) => openFhirChart(server.url, { auth: { kind: 'bearer', token } }).chart;
    expect((await open('let-me-in').capability()).missing).toEqual([]);
    await expect(open('wrong').capability()).rejects.toMatchObject({ code: 'CHART_ACCESS_REFUSED' });
    await server.close();
  });

  describe('by client credentials', () => {
    let server: FhirServer;
    beforeEach(async () => {
      server = await startFhirServer({ kind: 'client-credentials', clientId: ID, clientSecret: 'hunter2' });
      return () => server.close();
    });
    const auth = { kind: 'client-credentials', clientId: ID, clientSecret: 'hunter2' } as const;

    it('asks for one token however many ask at once, and for a new one when it is old or refused', async () => {
      let now = Date.now();
      const { chart } = openFhirChart(server.url, { auth, clock: () => now });
      await Promise.all(Array.from({ length: 10 }, () => chart.capability()));
      expect(server.tokens.issued()).toBe(1);
      now += 3_600_000;
      await chart.capability();
      expect(server.tokens.issued()).toBe(2);
      server.tokens.revoke();
      await chart.capability();
      expect(server.tokens.issued()).toBe(3);
    });

    it('is refused with the wrong secret, which is in no message', async () => {
      const wrong = { ...auth, clientSecret: 'hunter3' };
      const failure = await openFhirChart(server.url, { auth: wrong })
        .chart.capability()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'CHART_ACCESS_REFUSED' });
      expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter');
    });

    it('sends the secret to no other host unless the setting names it', async () => {
      const lured = await startFhirServer();
      const { chart } = openFhirChart(lured.url.replace('127.0.0.1', 'localhost'), { auth });
      // That server names its endpoint by another host than the one it was asked by.
      await expect(chart.capability()).rejects.toMatchObject({ code: 'CHART_ACCESS_REFUSED' });
      expect(lured.requests.every(({ url }) => !url.includes('token'))).toBe(true);
      const named = openFhirChart(server.url, { auth, tokenUrl: `${server.origin}/oauth2/token` });
      expect((await named.chart.capability()).missing).toEqual([]);
      await lured.close();
    });
  });
});
