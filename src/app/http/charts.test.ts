import { randomUUID } from 'node:crypto';
import type { Bundle, CapabilityStatement, OperationOutcome, Patient } from '@medplum/fhirtypes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFhirChart } from '../../chart/adapters/open-chart.ts';
import { createPostgresChart } from '../../chart/adapters/postgres-chart.ts';
import { loadSamplePatients } from '../../chart/load-sample-patients.ts';
import { startFhirServer } from '../../chart/testing/fhir-server.ts';
import { FHIR_TENANT, openFhirChart as openChartOn } from '../../chart/testing/open-fhir-chart.ts';
import { SAMPLE_PATIENTS } from '../../chart/testing/sample-folder.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import { ChartSummary } from '../../domain/chart-summary.ts';
import type { ErrorBody } from '../../domain/errors.ts';
import { DEMO_TENANT, demoPrincipal } from '../auth/demo-principals.ts';
import { checkChart, describeChart } from '../cli/doctor.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
  const store = createPostgresChart({ db: server.galen.database.db, clock: Date.now, newId: randomUUID });
  await loadSamplePatients({ folder: SAMPLE_PATIENTS, tenantId: DEMO_TENANT, chart: store });
});
afterAll(() => server.stop());

const get = (path: string, as = 'clinician', headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'x-galen-as': as, ...headers } });
const findPatients = async (query: string) => {
  const { patients } = await readJson<{ patients: { id: string; name: string }[] }>(
    get(`/v1/patients?${query}`),
  );
  return patients.map(({ id }) => id);
};
const newestAudit = async () => {
  const { entries } = await readJson<{ entries: AuditEntry[] }>(get('/v1/audit?limit=1', 'admin'));
  return entries[0]?.body;
};

describe('patients over HTTP', () => {
  it.each([
    ['name=suong', ['gal-0001']],
    [`name=${encodeURIComponent('Mai Sương')}`, ['gal-0001']],
    ['identifier=GAL-0007', ['gal-0007']],
    ['name=van&birth_date=1965-01-01', []],
    ['name=nobody', []],
  ])('are found by %s', async (query, ids) => {
    expect(await findPatients(query)).toEqual(ids);
  });

  it('are all listed without a criterion, up to the limit', async () => {
    expect(await findPatients('')).toHaveLength(14);
    expect(await findPatients('limit=3')).toHaveLength(3);
  });

  it.each(['limit=0', 'birth_date=yesterday', 'nmae=x'])('refuses %s', async (query) => {
    const response = await get(`/v1/patients?${query}`);
    expect(response.status).toBe(400);
    expect((await readJson<{ error: ErrorBody }>(response)).error.code).toBe('BAD_REQUEST');
  });

  it('have a chart, in short, in the language asked for', async () => {
    const english = ChartSummary.parse(await readJson(get('/v1/patients/gal-0001/chart')));
    expect(english.patient).toMatchObject({ name: 'Nguyễn Thị Mai Sương', gender: 'female' });
    expect(english.text).toContain('Potassium 5.1 mmol/L [2026-11-03, high, rising');
    const headers = { 'accept-language': 'vi' };
    const vietnamese = ChartSummary.parse(
      await readJson(get('/v1/patients/gal-0002/chart', 'clinician', headers)),
    );
    expect(vietnamese.text).toContain('Dị ứng: chưa có ghi nhận');
  });

  it('that do not exist are not found', async () => {
    const response = await get('/v1/patients/gal-9999/chart');
    expect(response.status).toBe(404);
  });

  it.each(['clinician', 'admin', 'owner'])('are open to %s', async (as) => {
    expect((await get('/v1/patients?name=suong', as)).status).toBe(200);
    expect((await get('/v1/patients/gal-0001/chart', as)).status).toBe(200);
    expect((await get('/fhir/R4/Patient/gal-0001', as)).status).toBe(200);
  });

  it.each(['patient', 'researcher', 'staff-general', 'staff-hr', 'staff-it'])(
    'are closed to %s',
    async (as) => {
      for (const path of [
        '/v1/patients?name=suong',
        '/v1/patients/gal-0001/chart',
        '/v1/patients/gal-9999/chart',
        '/fhir/R4/metadata',
        '/fhir/R4/Patient',
        '/fhir/R4/Patient/gal-0001',
        '/fhir/R4/Patient/gal-0001/_history',
      ]) {
        const response = await get(path, as);
        expect(response.status).toBe(403);
        expect(await response.text()).not.toMatch(/Sương|1958/u);
      }
    },
  );

  it('are read on the record, by id and never by name', async () => {
    await get('/v1/patients/gal-0003/chart');
    expect(await newestAudit()).toMatchObject({
      action: 'chart-read',
      user_id: 'clinician',
      details: { what: 'chart', patient_id: 'gal-0003' },
    });
    await get('/v1/patients?name=Ashgrove', 'patient');
    const refused = await newestAudit();
    expect(refused).toMatchObject({ action: 'chart-refused', user_id: 'patient' });
    expect(JSON.stringify(refused)).not.toContain('Ashgrove');
  });

  it('are in the description of the interface', async () => {
    const { paths } = await readJson<{ paths: object }>(get('/openapi.json'));
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/patients', '/v1/patients/{id}/chart', '/fhir/R4/{type}/{id}']),
    );
  });
});

describe('the charts as FHIR', () => {
  it('describe what they can do', async () => {
    const statement = await readJson<CapabilityStatement>(get('/fhir/R4/metadata'));
    expect(statement).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1' });
    expect(statement.rest?.[0]?.resource?.map(({ type }) => type)).toContain('Observation');
  });

  it('give a resource with its version, and nothing to one who has it', async () => {
    const response = await get('/fhir/R4/Patient/gal-0001');
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/u);
    expect(response.headers.get('etag')).toBe('W/"1"');
    expect(await readJson<Patient>(response)).toMatchObject({ id: 'gal-0001', meta: { versionId: '1' } });
    const again = await get('/fhir/R4/Patient/gal-0001', 'clinician', { 'if-none-match': 'W/"1"' });
    expect(again.status).toBe(304);
    const history = await readJson<Bundle>(get('/fhir/R4/Patient/gal-0001/_history'));
    expect(history).toMatchObject({ type: 'history', total: 1 });
  });

  it('are searched page by page, along the links', async () => {
    const seen: string[] = [];
    let next: string | undefined =
      '/fhir/R4/Observation?patient=Patient/gal-0001&code=http://loinc.org|2160-0,http://loinc.org|2823-3&_count=3';
    let pages = 0;
    while (next !== undefined) {
      const bundle: Bundle = await readJson(get(next.replace(server.url, '')));
      seen.push(...(bundle.entry ?? []).map(({ resource }) => resource?.id ?? ''));
      expect(bundle.total).toBe(8);
      next = bundle.link?.find(({ relation }) => relation === 'next')?.url;
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(new Set(seen).size).toBe(8);
  });

  it.each([
    ['/fhir/R4/Patient/gal-9999', 404, 'not-found'],
    ['/fhir/R4/Claim', 404, 'not-found'],
    ['/fhir/R4/constructor/x', 404, 'not-found'],
    ['/fhir/R4/Patient?address=x', 400, 'invalid'],
    ['/fhir/R4/Patient?name:exact=x', 400, 'invalid'],
    ['/fhir/R4/Observation?date=soon', 400, 'invalid'],
    ['/fhir/R4/Patient?_count=-1', 400, 'invalid'],
  ])('answer %s with %i as an OperationOutcome', async (path, status, code) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await readJson<OperationOutcome>(response)).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code }],
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('take no %s', async (method) => {
    const response = await fetch(`${server.url}/fhir/R4/Patient/gal-0001`, { method, body: '{}' });
    expect(response.status).toBe(405);
  });

  it('can be read as any FHIR server is, and the doctor says what they lack', async () => {
    const settings = { auth: 'none', tenantId: DEMO_TENANT, timeoutMs: 10_000 } as const;
    const unset = { clientId: undefined, apiKey: undefined, privateKeyFile: undefined, keyId: undefined };
    const chart = await openFhirChart(
      { ...settings, ...unset, tokenUrl: undefined, scope: undefined, url: `${server.url}/fhir/R4/` },
      { clock: Date.now, newId: randomUUID },
    );
    const me = demoPrincipal('clinician');
    const parts = await chart.parts(me, 'gal-0007');
    expect(parts?.medicationRequests).toHaveLength(11);
    expect(parts).toEqual(await server.galen.chart.parts(me, 'gal-0007').then(inOrderOf(parts)));
    const report = await checkChart(chart);
    expect(report.missing).toContain('MedicationRequest: conditional create');
    expect(describeChart(report)).toMatch(
      /\/fhir\/R4\/? \(Galen\), FHIR 4\.0\.1; lacks AllergyIntolerance: create/u,
    );
  });
});

describe('the doctor', () => {
  it('finds nothing missing in the embedded chart', async () => {
    expect(describeChart(await checkChart(server.galen.chart))).toBe('embedded, FHIR 4.0.1');
  });

  it('says that a FHIR server tells what it can do, and lets nobody read', async () => {
    const fhir = await startFhirServer();
    const { chart } = openChartOn(fhir.url);
    const told = async () => describeChart(await checkChart(chart, FHIR_TENANT));
    expect(await told()).toMatch(/FHIR 4\.0\.1/u);
    fhir.withhold('Patient', 403);
    expect(await told()).toMatch(/reading patients failed: .*denied/u);
    await fhir.close();
  });

  it('says that a FHIR server is away, and Galen starts all the same', async () => {
    const galen = await startGalen({
      GALEN_SAMPLE_KNOWLEDGE: 'off',
      GALEN_FHIR_URL: 'http://127.0.0.1:9/fhir',
    });
    expect(describeChart(await checkChart(galen.galen.chart))).toMatch(/is not responding properly/u);
    const response = await fetch(`${galen.url}/v1/patients?name=x`);
    expect([response.status, (await readJson<{ error: ErrorBody }>(response)).error.code]).toEqual([
      503,
      'CHART_UNAVAILABLE',
    ]);
    await galen.stop();
  });
});

/** The same lists in the order of another reading: a server may give them in its own. */
function inOrderOf(order: object | null) {
  const positions = new Map(
    Object.values(order ?? {})
      .flat()
      .flatMap((entry, position) =>
        typeof entry === 'object' && 'id' in entry ? [[entry.id, position]] : [],
      ),
  );
  const place = ({ id }: { id: string }) => positions.get(id) ?? 0;
  return (parts: object | null) =>
    Object.fromEntries(
      Object.entries(parts ?? {}).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.toSorted((one, two) => place(one) - place(two)) : value,
      ]),
    );
}
