import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audience } from '../domain/access.ts';
import { openTestDatabase, type TestDatabase } from '../records/testing/test-database.ts';
import { createPostgresChart } from './adapters/postgres-chart.ts';
import type { Chart, ChartResource } from './chart.port.ts';
import { guardChart } from './guard-chart.ts';
import { chartMigrations } from './migrations/chart-migrations.ts';
import {
  sampleAllergy,
  sampleClinician,
  sampleCondition,
  sampleMedication,
  samplePatient,
} from './testing/sample-resources.ts';

describe('a guarded chart', () => {
  let database: TestDatabase;
  let chart: Chart;
  const me = sampleClinician('guarded');
  beforeAll(async () => {
    database = await openTestDatabase(chartMigrations);
    const store = createPostgresChart({ db: database.db, clock: Date.now, newId: randomUUID });
    await store.store(
      me.tenant_id,
      [
        { ...samplePatient(), id: 'p1' },
        { ...samplePatient(), id: 'p2' },
        { ...sampleCondition('p1'), id: 'c1' },
        { ...sampleCondition('p2'), id: 'c2' },
      ],
      'test',
    );
    await store.store('another', [{ ...samplePatient(), id: 'p3' }], 'test');
    chart = guardChart(store);
  });
  afterAll(() => database.close());

  const write = (resource: ChartResource) => chart.createOnce(me, resource, { identifier: randomUUID() });
  const because = (id: string) => ({ reasonReference: [{ reference: `Condition/${id}` }] });

  it('is asked by clinicians, administrators and the owner', async () => {
    for (const part of [{}, { audience: 'admin' }, { audience: 'patient', role: 'owner' }] as const) {
      expect(await chart.read(sampleClinician('guarded', part), 'Patient', 'p1')).not.toBeNull();
    }
  });

  it.each(['patient', 'researcher', 'staff'] satisfies Audience[])(
    'is closed to a %s, whatever they ask',
    async (audience) => {
      const stranger = sampleClinician('guarded', { audience, role: audience });
      const search = { resourceType: 'Patient', parameters: [], count: 1, offset: 0 } as const;
      for (const attempt of [
        () => chart.searchPatients(stranger, {}),
        () => chart.read(stranger, 'Patient', 'p1'),
        () => chart.parts(stranger, 'p1'),
        () => chart.read(stranger, 'Condition', 'c1'),
        () => chart.history(stranger, 'Condition', 'c1'),
        () => chart.search(stranger, search),
        () => chart.createOnce(stranger, sampleAllergy('p1'), { identifier: 'x' }),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' });
      }
    },
  );

  it('stores what refers to the patient and to what is theirs', async () => {
    expect((await write(sampleMedication('p1', because('c1')))).created).toBe(true);
    expect((await write(samplePatient())).created).toBe(true);
  });

  it.each([
    ['a status that is none', { ...sampleMedication('p1'), status: 'activ' as 'active' }, /status/u],
    ['a patient who does not exist', sampleAllergy('p9'), /Patient referred to does not exist/u],
    ['a patient of another tenant', sampleAllergy('p3'), /Patient referred to does not exist/u],
    [
      'a reason that does not exist',
      sampleMedication('p1', because('c9')),
      /Condition referred to does not exist/u,
    ],
    ['a reason that is another patient’s', sampleMedication('p1', because('c2')), /another patient/u],
    [
      'a reference to elsewhere',
      sampleAllergy('p1', { recorder: { reference: 'https://x.example/P/1' } }),
      /out of the chart/u,
    ],
    [
      'a reference to a type no chart holds',
      sampleAllergy('p1', { recorder: { reference: 'Practitioner/1' } }),
      /out of the chart/u,
    ],
    ['no patient but a name', { ...sampleAllergy('p1'), patient: { display: 'Mai' } }, /no patient/u],
  ])('refuses %s, and stores nothing', async (_, resource, problem) => {
    const before = await chart.parts(me, 'p1');
    await expect(write(resource)).rejects.toMatchObject({
      code: 'CHART_RESOURCE_INVALID',
      message: expect.stringMatching(problem),
    });
    expect(await chart.parts(me, 'p1')).toEqual(before);
  });
});
