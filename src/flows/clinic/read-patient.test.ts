import { describe, expect, it } from 'vitest';
import type { Chart, ChartParts } from '../../chart/chart.port.ts';
import { nearTexts } from '../../chart/questions/chart-texts.ts';
import {
  sampleAllergy,
  sampleCondition,
  sampleMedication,
  samplePatient,
} from '../../chart/testing/sample-resources.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { createPatientReader } from './read-patient.ts';

const principal = samplePrincipal({ audience: 'clinician' });
const unused = () => Promise.reject(new Error('the reader does not use this'));
const parts: ChartParts = {
  patient: { ...samplePatient(), id: 'p' },
  encounters: [],
  conditions: [{ ...sampleCondition('p'), id: 'c' }],
  allergies: [{ ...sampleAllergy('p'), id: 'a' }],
  medicationRequests: [{ ...sampleMedication('p'), id: 'm' }],
  medicationStatements: [],
  observations: [],
  notes: [],
  incomplete: [],
};
const chart: Chart = {
  parts: async (_, id) => (id === 'p' ? parts : null),
  searchPatients: unused,
  read: unused,
  history: unused,
  search: unused,
  createOnce: unused,
  changeOnce: unused,
  capability: unused,
};
const read = createPatientReader({
  chart,
  clock: () => Date.parse('2026-11-15T08:00:00.000Z'),
  near: nearTexts(null),
});

describe('an open patient', () => {
  it.each(['en', 'vi'] as const)(
    'is read into lines to quote, none of which says who it is (%s)',
    async (language) => {
      const patient = await read(principal, 'p', language, '');
      if (!patient) throw new Error('there is such a patient');
      const [name = ''] = patient.withheld;
      expect(name).not.toBe('');
      expect(patient.passages.length).toBeGreaterThanOrEqual(4);
      const whole = patient.passages.map(({ text }) => text).join('\n');
      for (const known of patient.withheld) expect(whole).not.toContain(known);
      for (const { text, start, end } of patient.passages) expect(whole.slice(start, end)).toBe(text);
      expect(patient.conditions.length && patient.allergies.length && patient.medications.length).toBe(1);
    },
  );

  it('who is not there is null', async () => {
    expect(await read(principal, 'nobody', 'en', '')).toBeNull();
  });
});
