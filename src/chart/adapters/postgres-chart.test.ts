import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../records/database/open-database.ts';
import { openTestDatabase, type TestDatabase } from '../../records/testing/test-database.ts';
import { chartContract } from '../chart.contract.ts';
import { chartMigrations } from '../migrations/chart-migrations.ts';
import {
  sampleAllergy,
  sampleClinician,
  sampleCondition,
  sampleLab,
  sampleMedication,
  samplePatient,
} from '../testing/sample-resources.ts';
import { createPostgresChart } from './postgres-chart.ts';

let embedded: TestDatabase;
beforeAll(async () => {
  embedded = await openTestDatabase(chartMigrations);
});
afterAll(() => embedded.close());

const chartOf = ({ db }: OpenDatabase) => createPostgresChart({ db, clock: Date.now, newId: randomUUID });

chartContract('embedded', async () => ({
  chart: chartOf(embedded),
  tenantId: randomUUID(),
  close: async () => undefined,
}));

const serverUrl = process.env.GALEN_TEST_DATABASE_URL;
if (serverUrl === undefined) {
  console.info('The chart is tested on the embedded database only: GALEN_TEST_DATABASE_URL is not set.');
} else {
  chartContract('server', async () => {
    const database = await openDatabase({
      dataDir: '',
      url: serverUrl,
      migrations: chartMigrations,
      log: () => undefined,
    });
    return { chart: chartOf(database), tenantId: randomUUID(), close: () => database.close() };
  });
}

describe('the embedded chart', () => {
  it('keeps every version of what is stored again, and none for what has not changed', async () => {
    const chart = chartOf(embedded);
    const me = sampleClinician(randomUUID());
    const patient = { ...samplePatient(), id: 'p1' };
    const condition = { ...sampleCondition('p1'), id: 'c1' };
    expect(await chart.store(me.tenant_id, [patient, condition], 'loader')).toEqual({ stored: 2 });
    expect(await chart.store(me.tenant_id, [patient, condition], 'loader')).toEqual({ stored: 0 });
    const corrected = { ...condition, code: { text: 'Hypertension stage 2' } };
    expect(await chart.store(me.tenant_id, [patient, corrected], 'loader')).toEqual({ stored: 1 });

    const versions = await chart.history(me, 'Condition', 'c1');
    expect(versions.map(({ meta, code }) => [meta?.versionId, code?.text])).toEqual([
      ['2', 'Hypertension stage 2'],
      ['1', 'Essential hypertension'],
    ]);
    expect((await chart.read(me, 'Condition', 'c1'))?.meta?.versionId).toBe('2');
    expect(await chart.history(me, 'Patient', 'p1')).toHaveLength(1);
  });

  it('takes signs of SQL patterns in a name as they stand', async () => {
    const chart = chartOf(embedded);
    const me = sampleClinician(randomUUID());
    await chart.store(me.tenant_id, [{ ...samplePatient(), id: 'p1' }], 'loader');
    for (const name of ['%', '_guyen', '\\', "' or true --"]) {
      expect(await chart.searchPatients(me, { name })).toEqual([]);
    }
    expect(await chart.searchPatients(me, { name: 'thi' })).toHaveLength(1);
  });

  it('lets two tenants have patients of the same id', async () => {
    const chart = chartOf(embedded);
    const [one, two] = [sampleClinician(randomUUID()), sampleClinician(randomUUID())];
    await chart.store(one.tenant_id, [{ ...samplePatient(), id: 'p1' }], 'loader');
    await chart.store(two.tenant_id, [{ ...samplePatient({ gender: 'male' }), id: 'p1' }], 'loader');
    expect((await chart.read(one, 'Patient', 'p1'))?.gender).toBe('female');
    expect((await chart.read(two, 'Patient', 'p1'))?.gender).toBe('male');
  });

  it('cuts a long chart at its observations, never at what a prescription is checked against', async () => {
    const chart = chartOf(embedded);
    const me = sampleClinician(randomUUID());
    const observations = Array.from({ length: 5_000 }, (_, index) => ({
      ...sampleLab('p1', { code: '2823-3', name: 'Potassium', value: 4, unit: 'mmol/L', at: '2026-10-01' }),
      id: `o${index}`,
    }));
    const others = [
      { ...samplePatient(), id: 'p1' },
      { ...sampleCondition('p1'), id: 'c1', recordedDate: '2001-01-01' },
      { ...sampleAllergy('p1'), id: 'a1', recordedDate: '2001-01-01' },
      { ...sampleMedication('p1'), id: 'm1', authoredOn: '2001-01-01' },
    ];
    await chart.store(me.tenant_id, [...observations, ...others], 'loader');
    const parts = await chart.parts(me, 'p1');
    expect(parts?.incomplete).toEqual(['Observation', 'DocumentReference']);
    expect(
      [parts?.allergies, parts?.medicationRequests, parts?.conditions].map((all) => all?.length),
    ).toEqual([1, 1, 1]);
    expect(parts?.observations).toHaveLength(4_996);
  });
});
