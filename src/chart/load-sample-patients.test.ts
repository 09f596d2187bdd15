import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../records/testing/test-database.ts';
import { createPostgresChart } from './adapters/postgres-chart.ts';
import type { Chart, ChartResource, ChartStore, Stored } from './chart.port.ts';
import { checkReferences, validateResource } from './guard-chart.ts';
import { loadSamplePatients, readSamplePatients } from './load-sample-patients.ts';
import { chartMigrations } from './migrations/chart-migrations.ts';
import { SAMPLE_PATIENTS } from './testing/sample-folder.ts';
import { sampleClinician } from './testing/sample-resources.ts';

describe('the sample patients', () => {
  let database: TestDatabase;
  let chart: ChartStore;
  let resources: Stored<ChartResource>[];
  const me = sampleClinician('demo');
  beforeAll(async () => {
    database = await openTestDatabase(chartMigrations);
    chart = createPostgresChart({ db: database.db, clock: Date.now, newId: randomUUID });
    resources = await readSamplePatients(SAMPLE_PATIENTS);
  });
  afterAll(() => database.close());

  it('are fourteen, every resource valid and with an id of its own', () => {
    expect(resources.filter(({ resourceType }) => resourceType === 'Patient')).toHaveLength(14);
    expect(new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`)).size).toBe(
      resources.length,
    );
    const problems = resources.flatMap((resource) => {
      const result = validateResource(resource);
      return result.success ? [] : [`${resource.id}: ${result.problems.join('; ')}`];
    });
    expect(problems).toEqual([]);
  });

  it('are loaded once, however often Galen starts', async () => {
    const load = () => loadSamplePatients({ folder: SAMPLE_PATIENTS, tenantId: 'demo', chart });
    expect(await load()).toEqual({ patients: 14, stored: resources.length });
    expect(await load()).toEqual({ patients: 14, stored: 0 });
    expect(await chart.history(me, 'Patient', 'gal-0001')).toHaveLength(1);
  });

  it('keep what was changed on their charts when Galen starts again', async () => {
    const order = await chart.read(me, 'MedicationRequest', 'gal-0001-medication-1');
    if (order === null) throw new Error('not loaded');
    await chart.changeOnce(me, { order: { ...order, status: 'stopped' } }, { identifier: 'r/c' });
    await loadSamplePatients({ folder: SAMPLE_PATIENTS, tenantId: 'demo', chart });
    expect(await chart.read(me, 'MedicationRequest', order.id)).toMatchObject({ status: 'stopped' });
  });

  it('refer only to what is in their own chart', async () => {
    const known = new Map(resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]));
    // A cast, because what is found under a type is of that type.
    const read = (async (_: unknown, type: string, id: string) =>
      known.get(`${type}/${id}`) ?? null) as Chart['read'];
    const problems = await Promise.all(resources.map((resource) => checkReferences({ read }, me, resource)));
    expect(problems.flat()).toEqual([]);
  });

  it.each([
    ['nguyen mai suong', 'gal-0001'],
    ['Quintanar', 'gal-0006'],
    ['đỗ thiện nhân', 'gal-0007'],
    ['dang ha uyen', 'gal-0014'],
  ])('are found by name: %s', async (name, id) => {
    expect((await chart.searchPatients(me, { name })).map((patient) => patient.id)).toEqual([id]);
  });

  it('are not loaded from a file that could be about a real person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galen-patients-'));
    const write = (text: string) => writeFile(join(folder, 'x.json'), text);
    const bundle = (meta: object) =>
      JSON.stringify({
        resourceType: 'Bundle',
        entry: [{ resource: { resourceType: 'Patient', id: 'x', meta } }],
      });
    for (const text of ['{', '{}', bundle({}), bundle({ tag: [{ system: 'other', code: 'HTEST' }] })]) {
      await write(text);
      await expect(readSamplePatients(folder)).rejects.toMatchObject({ code: 'KNOWLEDGE_UNREADABLE' });
    }
    await rm(folder, { recursive: true });
  });
});
