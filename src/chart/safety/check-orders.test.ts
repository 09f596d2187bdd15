import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChartParts } from '../chart.port.ts';
import { groupParts, patientOf } from '../index-resource.ts';
import { readSamplePatients } from '../load-sample-patients.ts';
import { createOrderChecks } from './check-orders.ts';
import { readDraftOrders } from './draft-order.ts';
import { TABLES } from './testing/facts.ts';

const PATIENTS = fileURLToPath(new URL('../../../knowledge/patients', import.meta.url));
const NOW = Date.parse('2026-11-18T08:00:00Z');
const checks = createOrderChecks({ tables: TABLES, clock: () => NOW });

let resources: Awaited<ReturnType<typeof readSamplePatients>>;
beforeAll(async () => {
  resources = await readSamplePatients(PATIENTS);
});

function chartOf(id: string): ChartParts {
  const parts = groupParts(
    resources.filter((resource) => patientOf(resource) === id),
    [],
  );
  if (parts === null) throw new Error(`there is no ${id}`);
  return parts;
}

function order(id: string, text: string, dosage: object = {}) {
  return {
    resourceType: 'MedicationRequest',
    id,
    status: 'draft',
    intent: 'order',
    subject: { reference: 'Patient/gal-0003' },
    medicationCodeableConcept: { text },
    ...(Object.keys(dosage).length === 0 ? {} : { dosageInstruction: [dosage] }),
  };
}

describe('draft orders', () => {
  it.each([
    [
      'coded fields',
      {
        text: 'as on the leaflet',
        timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } },
        route: { coding: [{ display: 'Oral' }] },
        doseAndRate: [{ doseQuantity: { value: 500, unit: 'mg' } }],
      },
      '500 mg, 2 times a day, Oral',
    ],
    [
      'coded fields, not in a list',
      {
        timing: { repeat: { period: 8, periodUnit: 'h' } },
        doseAndRate: { doseQuantity: { value: 5, code: 'mL' } },
      },
      '5 mL, every 8 hours',
    ],
    [
      'a coded time',
      {
        timing: { code: { coding: [{ code: 'BID' }] } },
        doseAndRate: [{ doseQuantity: { value: 5, unit: 'mg' } }],
      },
      '5 mg, BID',
    ],
    ['words', { text: '1 g IV q8h', doseAndRate: [{ doseQuantity: { value: 1, unit: 'g' } }] }, '1 g IV q8h'],
    ['fields of another form', { text: 7, timing: 'soon', doseAndRate: 'much', route: [] }, ''],
    ['nothing', {}, ''],
  ])('are read from %s', (_, dosage, said) => {
    expect(readDraftOrders([order('a', 'amoxicillin', dosage)])).toMatchObject([
      { reference: 'MedicationRequest/a', patient: 'gal-0003', medication: 'amoxicillin', dosage: said },
    ]);
  });

  it('are named by the medicine that they point at, inside or beside them', () => {
    const pointing = (id: string, reference: string, rest: object = {}) => ({
      ...order(id, ''),
      medicationCodeableConcept: undefined,
      medicationReference: { reference },
      ...rest,
    });
    const medicine = (id: string, text: string) => ({ resourceType: 'Medication', id, code: { text } });
    const read = readDraftOrders([
      pointing('a', 'Medication/m1'),
      pointing('b', '#m2', { contained: [medicine('m2', 'ibuprofen')] }),
      pointing('c', 'Medication/elsewhere'),
      medicine('m1', 'warfarin'),
      { resourceType: 'NutritionOrder', id: 'n' },
      'no resource',
    ]);
    expect(read.map(({ medication }) => medication)).toEqual(['warfarin', 'ibuprofen', null]);
  });
});

describe('the check of draft orders', () => {
  const brief = (orders: object[], selected: string[] | null, id = 'gal-0003') =>
    checks
      .checkOrders(chartOf(id), readDraftOrders(orders), selected, 'en')
      .map(({ medication, findings }) => [
        medication,
        findings
          .filter(({ severity }) => ['contraindicated', 'major'].includes(severity))
          .map(({ check }) => check),
      ]);

  it('tells what speaks against the selected ones, the others counting as taken', () => {
    const orders = [order('a', 'ibuprofen'), order('b', 'lithium carbonate')];
    expect(brief(orders, ['MedicationRequest/a'])).toEqual([
      ['ibuprofen', expect.arrayContaining(['interaction'])],
    ]);
    const [checked] = checks.checkOrders(
      chartOf('gal-0003'),
      readDraftOrders(orders),
      ['MedicationRequest/a'],
      'en',
    );
    const against = checked?.findings.flatMap(({ evidence }) => evidence.map(({ title }) => title)) ?? [];
    expect(against).toEqual(expect.arrayContaining(['warfarin', 'lithium carbonate']));
  });

  it('knows a selected order by its bare id, and one without an id counts as selected', () => {
    const nameless = { ...order('x', 'ibuprofen'), id: undefined };
    const orders = [order('a', 'ibuprofen'), order('b', 'paracetamol')];
    expect(brief(orders, ['a']).map(([medication]) => medication)).toEqual(['ibuprofen']);
    expect(brief([nameless], []).map(([medication]) => medication)).toEqual(['ibuprofen']);
    expect(brief(orders, []).map(([medication]) => medication)).toEqual([]);
  });

  it('misses no dose before one is chosen, and misses it when the order is signed', () => {
    const select = checks.checkOrders(
      chartOf('gal-0003'),
      readDraftOrders([order('a', 'paracetamol')]),
      ['MedicationRequest/a'],
      'en',
    );
    expect(select[0]?.findings.some(({ check }) => check === 'dose')).toBe(false);
    const sign = checks.checkOrders(
      chartOf('gal-0003'),
      readDraftOrders([order('a', 'paracetamol')]),
      null,
      'en',
    );
    expect(sign[0]?.findings.some(({ check }) => check === 'dose')).toBe(true);
  });

  it('counts a dose from coded fields', () => {
    const dosage = {
      route: { text: 'oral' },
      timing: { repeat: { frequency: 4, period: 1, periodUnit: 'd' } },
      doseAndRate: [{ doseQuantity: { value: 2, unit: 'g' } }],
    };
    expect(brief([order('a', 'paracetamol', dosage)], null)).toEqual([
      ['paracetamol', expect.arrayContaining(['dose'])],
    ]);
  });

  it('takes an order for unchecked whose medicine nobody named', () => {
    const unnamed = { ...order('a', ''), medicationCodeableConcept: undefined };
    expect(brief([unnamed], null)).toEqual([
      ['MedicationRequest/a', expect.arrayContaining(['missing-data'])],
    ]);
  });
});

describe('the check of what is taken', () => {
  const told = (id: string) =>
    checks
      .checkCurrent(chartOf(id), 'en')
      .flatMap(({ medication, findings }) =>
        findings.map(({ check, evidence }) => [medication, check, evidence[0]?.title]),
      );

  it('tells a grave pair once, and what kidneys do not bear', () => {
    const pairs = told('gal-0012').filter(([, check]) => check === 'interaction');
    expect(pairs).toEqual([
      [
        expect.stringMatching(/sertraline|tramadol/u),
        'interaction',
        expect.stringMatching(/sertraline|tramadol/u),
      ],
    ]);
    expect(told('gal-0002')).toContainEqual(['metformin', 'renal', expect.stringContaining('eGFR')]);
  });

  it('is silent where nothing grave is known', () => {
    expect(told('gal-0004')).toEqual([]);
    expect(told('gal-0008')).toEqual([]);
  });
});
