import { randomUUID } from 'node:crypto';
import type { MedicationRequest, Patient } from '@medplum/fhirtypes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../domain/access.ts';
import type { Chart, ChartResource, ChartSearch, Stored } from './chart.port.ts';
import { PROPOSAL_SYSTEM } from './index-resource.ts';
import { displayedName, stateOf } from './patient-identity.ts';
import {
  LOINC,
  RXNORM,
  sampleAllergy,
  sampleClinician,
  sampleCondition,
  sampleEncounter,
  sampleLab,
  sampleMedication,
  sampleNote,
  samplePatient,
  sampleStatement,
} from './testing/sample-resources.ts';

const NOTE = 'Khám định kỳ: “ổn”. 😀 <b>5 > 4</b> & \\n';

export interface ChartUnderTest {
  chart: Chart;
  /** A tenant whose chart this is. */
  tenantId: string;
  close(): Promise<void>;
}

/** What every chart must do. It only creates, with names and identifiers of its own: a shared server can be tested. */
export function chartContract(name: string, open: () => Promise<ChartUnderTest>): void {
  describe(`chart (${name})`, () => {
    let under: ChartUnderTest;
    let chart: Chart;
    let me: Principal;
    /** A word that no other patient is called by. */
    const word = `Zq${randomUUID().replaceAll('-', '').slice(0, 10)}`;
    const mrn = `MRN-${randomUUID()}`;
    const figures = randomUUID().replace(/\D/gu, '').padEnd(10, '7').slice(0, 10);
    let patient: Stored<Patient>;

    beforeAll(async () => {
      under = await open();
      chart = under.chart;
      me = sampleClinician(under.tenantId);
      patient = await create(
        samplePatient({
          identifier: [
            { system: 'https://galen.example/mrn', value: mrn },
            { system: 'https://galen.example/old-mrn', value: `ZQ-${figures}` },
          ],
          name: [{ text: `Nguyễn Thị ${word} Sương`, family: 'Nguyễn', given: ['Thị', word, 'Sương'] }],
        }),
      );
    });
    afterAll(() => under.close());

    async function create<Resource extends ChartResource>(resource: Resource): Promise<Stored<Resource>> {
      return (await chart.createOnce(me, resource, { identifier: randomUUID() })).resource;
    }
    const ids = (resources: readonly { id: string }[]) => resources.map(({ id }) => id);
    const search = (part: Partial<ChartSearch>) =>
      chart.search(me, { resourceType: 'Observation', parameters: [], count: 10, offset: 0, ...part });
    const mine = ['patient', ''] as [string, string];

    it('creates once, and gives back what the first call made', async () => {
      const identifier = randomUUID();
      const first = await chart.createOnce(me, sampleAllergy(patient.id), { identifier });
      const other = sampleAllergy(patient.id, { code: { text: 'Latex' } });
      const second = await chart.createOnce(me, other, { identifier });
      expect(first.created).toBe(true);
      expect(second.created).toBe(false);
      expect(second.resource.id).toBe(first.resource.id);
      expect(second.resource.code?.text).toBe('Penicillin');
      expect(first.resource.identifier).toContainEqual({ system: PROPOSAL_SYSTEM, value: identifier });
      expect(await chart.history(me, 'AllergyIntolerance', first.resource.id)).toHaveLength(1);
    });

    it('creates once when 50 calls come at the same time', async () => {
      const identifier = randomUUID();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          chart.createOnce(
            me,
            sampleMedication(patient.id, { medicationCodeableConcept: { text: `call ${index}` } }),
            { identifier },
          ),
        ),
      );
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ resource }) => resource.id)).size).toBe(1);
      const found = await search({
        resourceType: 'MedicationRequest',
        parameters: [['identifier', `${PROPOSAL_SYSTEM}|${identifier}`]],
      });
      expect(found.resources).toHaveLength(1);
    });

    describe('changes an order', () => {
      const changed = (order: Stored<MedicationRequest>, part: Partial<MedicationRequest> = {}) => ({
        order: { ...order, status: 'stopped' as const, statusReason: { text: 'oedema' }, ...part },
      });
      const other = (order: Stored<MedicationRequest>) =>
        sampleMedication(patient.id, {
          dosageInstruction: [{ text: '5 mg by mouth once a day' }],
          priorPrescription: { reference: `MedicationRequest/${order.id}` },
        });
      const versionsOf = async (id: string) => (await chart.history(me, 'MedicationRequest', id)).length;

      it('once, and keeps what it was', async () => {
        const order = await create(sampleMedication(patient.id));
        const identifier = randomUUID();
        const first = await chart.changeOnce(me, changed(order), { identifier });
        const again = await chart.changeOnce(me, changed(order, { status: 'on-hold' }), { identifier });
        expect([first.created, again.created]).toEqual([true, false]);
        expect(again.resource).toMatchObject({ id: order.id, status: 'stopped' });
        expect(await versionsOf(order.id)).toBe(2);
        const read = await chart.read(me, 'MedicationRequest', order.id);
        expect(read).toMatchObject({
          dosageInstruction: order.dosageInstruction,
          statusReason: { text: 'oedema' },
        });
        expect(read?.identifier).toHaveLength(2);
        expect(read?.meta?.versionId).not.toBe(order.meta?.versionId);
      });

      it('once when 20 calls come at the same time, and once more for another proposal', async () => {
        const order = await create(sampleMedication(patient.id));
        const identifier = randomUUID();
        const call = () =>
          chart.changeOnce(me, { ...changed(order), replacement: other(order) }, { identifier });
        const results = await Promise.all(Array.from({ length: 20 }, call));
        expect(results.filter(({ created }) => created)).toHaveLength(1);
        expect(new Set(results.map(({ resource }) => resource.id)).size).toBe(1);
        const [made] = results;
        expect(made?.resource).toMatchObject({
          status: 'active',
          priorPrescription: { reference: `MedicationRequest/${order.id}` },
        });
        expect(await versionsOf(order.id)).toBe(2);
        expect(await versionsOf(made?.resource.id ?? '')).toBe(1);
        const now = await chart.read(me, 'MedicationRequest', order.id);
        if (now === null) throw new Error('the order is gone');
        const next = await chart.changeOnce(me, changed(now, { status: 'active' }), {
          identifier: randomUUID(),
        });
        expect(next.created).toBe(true);
      });

      it.each([false, true])(
        'never in another version than was looked at (replaced: %s)',
        async (isReplaced) => {
          const order = await create(sampleMedication(patient.id));
          await chart.changeOnce(me, changed(order, { status: 'on-hold' }), { identifier: randomUUID() });
          const identifier = randomUUID();
          const late = { ...changed(order), ...(isReplaced ? { replacement: other(order) } : {}) };
          await expect(chart.changeOnce(me, late, { identifier })).rejects.toMatchObject({
            code: 'CHART_CHANGED',
          });
          expect(await chart.read(me, 'MedicationRequest', order.id)).toMatchObject({ status: 'on-hold' });
          const made = await search({
            resourceType: 'MedicationRequest',
            parameters: [['identifier', `${PROPOSAL_SYSTEM}|${identifier}`]],
          });
          expect(made.resources).toEqual([]);
        },
      );

      it('by one of many proposals that all looked at the same version', async () => {
        const order = await create(sampleMedication(patient.id));
        const calls = Array.from({ length: 10 }, () =>
          chart.changeOnce(
            me,
            { ...changed(order), replacement: other(order) },
            { identifier: randomUUID() },
          ),
        );
        const ends = await Promise.allSettled(calls);
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await versionsOf(order.id)).toBe(2);
      });
    });

    it('reads patients who have died, who were merged, and names without a text', async () => {
      const other = `Zm${randomUUID().replaceAll('-', '').slice(0, 10)}`;
      const died = await create(samplePatient({ deceasedDateTime: '2026-02-03' }));
      const merged = await create(
        samplePatient({
          active: false,
          name: [{ family: 'Nguyễn', given: ['Thị', other] }],
          link: [{ other: { reference: `Patient/${patient.id}` }, type: 'replaced-by' }],
        }),
      );
      expect(stateOf((await chart.parts(me, died.id))?.patient)).toEqual({
        kind: 'deceased',
        detail: '2026-02-03',
      });
      const [found] = await chart.searchPatients(me, { name: other });
      expect(displayedName(found)).toBe(`Thị ${other} Nguyễn`);
      expect(stateOf(found)).toEqual({ kind: 'merged', detail: `Patient/${patient.id}` });
      expect(stateOf(patient)).toBeNull();
      expect(merged.id).toBe(found?.id);
    });

    it('gives ids of its own', async () => {
      const { resource } = await chart.createOnce(
        me,
        { ...sampleCondition(patient.id), id: patient.id },
        { identifier: randomUUID() },
      );
      expect(resource.id).not.toBe(patient.id);
    });

    it.each([
      ['a word of the name', () => ({ name: word })],
      ['its beginning, in another case', () => ({ name: word.slice(0, 9).toUpperCase() })],
      ['two words in any order', () => ({ name: `${word} Nguyễn` })],
      ['a record number', () => ({ identifier: mrn })],
      ['a record number with its system', () => ({ identifier: `https://galen.example/mrn|${mrn}` })],
      ['name and birth date', () => ({ name: word, birthDate: '1958-03-14' })],
    ])('finds a patient by %s', async (_, criteria) => {
      expect(ids(await chart.searchPatients(me, criteria()))).toEqual([patient.id]);
    });

    it.each(['nguyen', 'suong', 'SUONG nguyen'])(
      'finds a Vietnamese name typed without marks: %s',
      async (typed) => {
        expect(ids(await chart.searchPatients(me, { name: `${typed} ${word}` }))).toEqual([patient.id]);
      },
    );

    it.each([
      ['as it is', `ZQ-${figures}`],
      ['in small letters', `zq-${figures}`],
      ['without its hyphen', `zq${figures}`],
      ['with a space', `Zq ${figures}`],
    ])('finds a record number typed %s', async (_, identifier) => {
      expect(ids(await chart.searchPatients(me, { identifier }))).toEqual([patient.id]);
    });

    it.each([
      ['another name', () => ({ name: `${word}x` })],
      ['another birth date', () => ({ name: word, birthDate: '1958-03-15' })],
      ['another record number', () => ({ identifier: `${mrn}0` })],
      ['the record number of another system', () => ({ identifier: `https://other.example|${mrn}` })],
    ])('finds nobody by %s', async (_, criteria) => {
      expect(await chart.searchPatients(me, criteria())).toEqual([]);
    });

    it('finds no more patients than it is asked for', async () => {
      await create(samplePatient());
      expect(await chart.searchPatients(me, { limit: 1 })).toHaveLength(1);
    });

    it('reads what it stored, and nothing under an unknown id or another type', async () => {
      const note = await create(sampleNote(patient.id, NOTE));
      const read = await chart.read(me, 'DocumentReference', note.id);
      expect(Buffer.from(read?.content[0]?.attachment.data ?? '', 'base64').toString('utf8')).toBe(NOTE);
      expect(await chart.read(me, 'Patient', patient.id)).toMatchObject({
        id: patient.id,
        birthDate: '1958-03-14',
      });
      expect(await chart.read(me, 'Patient', randomUUID())).toBeNull();
      expect(await chart.read(me, 'Condition', note.id)).toBeNull();
    });

    it('tells the versions of a resource, and none of an unknown one', async () => {
      const condition = await create(sampleCondition(patient.id));
      const versions = await chart.history(me, 'Condition', condition.id);
      expect(versions).toHaveLength(1);
      expect(versions[0]?.meta?.versionId).toBe(condition.meta?.versionId);
      expect(Date.parse(versions[0]?.meta?.lastUpdated ?? '')).toBeGreaterThan(0);
      expect(await chart.history(me, 'Condition', randomUUID())).toEqual([]);
    });

    it('gathers the parts of one patient’s chart, and none of another’s', async () => {
      const whose = await create(samplePatient({ birthDate: '1990-01-01' }));
      const other = await create(samplePatient({ birthDate: '1991-01-01' }));
      await create(sampleCondition(other.id));
      const lab = { code: '2823-3', name: 'Potassium', value: 4.5, unit: 'mmol/L', at: '2026-01-01' };
      const [encounter, condition, allergy, medication, statement, observation, note] = [
        await create(sampleEncounter(whose.id)),
        await create(sampleCondition(whose.id)),
        await create(sampleAllergy(whose.id)),
        await create(sampleMedication(whose.id)),
        await create(sampleStatement(whose.id)),
        await create(sampleLab(whose.id, lab)),
        await create(sampleNote(whose.id, 'Stable.')),
      ];
      const parts = await chart.parts(me, whose.id);
      expect(parts?.patient.id).toBe(whose.id);
      expect(ids(parts?.encounters ?? [])).toEqual([encounter.id]);
      expect(ids(parts?.conditions ?? [])).toEqual([condition.id]);
      expect(ids(parts?.allergies ?? [])).toEqual([allergy.id]);
      expect(ids(parts?.medicationRequests ?? [])).toEqual([medication.id]);
      expect(ids(parts?.medicationStatements ?? [])).toEqual([statement.id]);
      expect(ids(parts?.observations ?? [])).toEqual([observation.id]);
      expect(ids(parts?.notes ?? [])).toEqual([note.id]);
      expect(parts?.incomplete).toEqual([]);
      expect(await chart.parts(me, randomUUID())).toBeNull();
    });

    describe('searches', () => {
      let whose: string;
      beforeAll(async () => {
        whose = (await create(samplePatient({ birthDate: '1992-01-01' }))).id;
        mine[1] = `Patient/${whose}`;
        for (let day = 1; day <= 7; day += 1) {
          const lab = {
            code: '2160-0',
            name: 'Creatinine',
            value: day,
            unit: 'mg/dL',
            at: `2026-03-0${day}`,
          };
          await create(sampleLab(whose, lab));
        }
        await create(sampleMedication(whose));
        await create(sampleMedication(whose, { status: 'stopped' }));
        await create(
          sampleCondition(whose, {
            clinicalStatus: {
              coding: [
                { system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'resolved' },
              ],
            },
          }),
        );
      });

      it.each([
        ['Observation', ['code', `${LOINC}|2160-0`], 7],
        ['Observation', ['code', '2160-0'], 7],
        ['Observation', ['code', `${LOINC}|2823-3`], 0],
        ['Observation', ['date', '2026-03-02'], 1],
        ['Observation', ['date', 'ge2026-03-05'], 3],
        ['Observation', ['date', 'lt2026-03-05'], 4],
        ['Observation', ['date', '2026-03'], 7],
        ['Observation', ['date', '2026'], 7],
        ['Observation', ['date', '2026-02'], 0],
        ['Observation', ['date', 'gt2026-02'], 7],
        ['Observation', ['date', 'lt2026-03'], 0],
        ['MedicationRequest', ['status', 'active'], 1],
        ['MedicationRequest', ['status', 'active,stopped'], 2],
        ['MedicationRequest', ['code', `${RXNORM}|17767`], 2],
        ['Condition', ['clinical-status', 'active'], 0],
        ['Condition', ['clinical-status', 'resolved'], 1],
      ] as const)('%s by %j', async (resourceType, parameter, count) => {
        const found = await search({ resourceType, parameters: [mine, parameter] });
        expect(found.resources).toHaveLength(count);
        expect(found.hasMore).toBe(false);
      });

      it('by subject as by patient', async () => {
        expect((await search({ parameters: [['subject', mine[1]]] })).resources).toHaveLength(7);
      });

      it('page by page, each result once', async () => {
        const seen: string[] = [];
        for (const offset of [0, 3, 6]) {
          const page = await search({ parameters: [mine], count: 3, offset });
          expect(page.hasMore).toBe(offset < 6);
          seen.push(...ids(page.resources));
        }
        expect(seen).toHaveLength(7);
        expect(new Set(seen).size).toBe(7);
      });

      it('refuses a parameter that it does not know rather than finding too much', async () => {
        const unknown = search({ parameters: [mine, ['performer', 'x']] });
        await expect(unknown).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      });
    });

    it('does not exist for another tenant', async () => {
      const stranger = sampleClinician(randomUUID());
      expect(await chart.searchPatients(stranger, { name: word })).toEqual([]);
      expect(await chart.read(stranger, 'Patient', patient.id)).toBeNull();
      expect(await chart.parts(stranger, patient.id)).toBeNull();
      expect(await chart.history(stranger, 'Patient', patient.id)).toEqual([]);
      const page = await chart.search(stranger, {
        resourceType: 'Patient',
        parameters: [],
        count: 10,
        offset: 0,
      });
      expect(page).toEqual({ resources: [], total: 0, hasMore: false });
    });

    it('promises all that Galen needs', async () => {
      expect(await chart.capability()).toMatchObject({
        fhirVersion: expect.stringMatching(/^4\./u),
        missing: [],
      });
    });
  });
}
