import { randomUUID } from 'node:crypto';
import type { Condition, Observation } from '@medplum/fhirtypes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartParts } from '../chart.port.ts';
import {
  sampleAllergy,
  sampleCondition,
  sampleLab,
  sampleMedication,
  sampleNote,
  samplePatient,
  sampleStatement,
} from '../testing/sample-resources.ts';
import { summariseChart } from './summarise-chart.ts';

const NOW = '2026-11-15T08:00:00.000Z';
const stored = <Resource extends object>(resource: Resource) => ({ ...resource, id: randomUUID() });

function chartOf(part: Partial<ChartParts> = {}): ChartParts {
  return {
    patient: { ...samplePatient(), id: 'p' },
    encounters: [],
    conditions: [],
    allergies: [],
    medicationRequests: [],
    medicationStatements: [],
    observations: [],
    notes: [],
    incomplete: [],
    ...part,
  };
}
const english = (part: Partial<ChartParts> = {}) =>
  summariseChart(chartOf(part), { language: 'en', now: NOW });
const vietnamese = (part: Partial<ChartParts> = {}) =>
  summariseChart(chartOf(part), { language: 'vi', now: NOW });
const line = (text: string, title: string) => text.split('\n').find((one) => one.startsWith(`${title}: `));

const creatinine = (value: number, at: string, unit = 'mg/dL') =>
  stored(sampleLab('p', { code: '2160-0', name: 'Creatinine', value, unit, at }));
const potassium = (value: number, at: string, part: Partial<Observation> = {}) =>
  stored(sampleLab('p', { code: '2823-3', name: 'Potassium', value, unit: 'mmol/L', at }, part));
const withStatus = (code: string, verification = 'confirmed'): Partial<Condition> => ({
  clinicalStatus: { coding: [{ code }] },
  verificationStatus: { coding: [{ code: verification }] },
});

describe('an empty chart', () => {
  it('has nothing recorded, which is not told as nothing there', () => {
    expect(english().text).toBe(
      [
        'Patient: Nguyễn Thị Sương, female, 68 years, born 1958-03-14',
        'Allergies: none recorded (which does not mean that there is none)',
        'Problems: none recorded',
        'Current medication: none recorded',
        'Laboratory: none recorded',
        'Vital signs: none recorded',
        'Latest notes: none recorded',
      ].join('\n'),
    );
    expect(line(vietnamese().text, 'Dị ứng')).toBe(
      'Dị ứng: chưa có ghi nhận (không có nghĩa là bệnh nhân không dị ứng)',
    );
  });

  it('is not what a stated medication, or one that is only pointed at, leaves', () => {
    const { medicationCodeableConcept: _, ...pointing } = stored(sampleMedication('p'));
    const { text } = english({
      medicationRequests: [
        {
          ...pointing,
          id: 'contained',
          medicationReference: { reference: '#d' },
          contained: [{ resourceType: 'Medication', id: 'd', code: { text: 'digoxin' } }],
        },
        { ...pointing, id: 'elsewhere', medicationReference: { reference: 'Medication/9' } },
      ],
      medicationStatements: [
        stored(sampleStatement('p')),
        stored(sampleStatement('p', { status: 'not-taken' })),
      ],
    });
    const current = line(text, 'Current medication');
    expect(current).toContain('digoxin');
    expect(current).toContain('Medication/9');
    expect(current?.match(/ginkgo/gu)).toHaveLength(1);
  });

  it('is never told as "none", "no known" or "không dị ứng" alone, whatever parts are missing', () => {
    const kinds = ['conditions', 'allergies', 'medicationRequests', 'observations', 'notes'] as const;
    const full = chartOf({
      conditions: [stored(sampleCondition('p'))],
      allergies: [stored(sampleAllergy('p'))],
      medicationRequests: [stored(sampleMedication('p'))],
      observations: [potassium(4, '2026-01-01')],
      notes: [stored(sampleNote('p', 'Stable.'))],
    });
    fc.assert(
      fc.property(fc.subarray([...kinds]), (missing) => {
        const part = { ...full, ...Object.fromEntries(missing.map((kind) => [kind, []])) };
        const text = english(part).text.replaceAll('(which does not mean that there is none)', '');
        expect(text.replaceAll('none recorded', '')).not.toMatch(/\bnone\b|\bno known\b|\bnil\b/iu);
        const vi = vietnamese(part).text.replaceAll('(không có nghĩa là bệnh nhân không dị ứng)', '');
        expect(vi).not.toMatch(/không (?:có|dị ứng)/iu);
      }),
    );
  });
});

describe('the summary of a chart', () => {
  it('tells a stated "no known allergy" from nothing recorded', () => {
    const code = {
      coding: [{ system: 'http://snomed.info/sct', code: '716186003' }],
      text: 'No known allergies',
    };
    const { text, allergies } = english({ allergies: [stored(sampleAllergy('p', { code, reaction: [] }))] });
    expect(line(text, 'Allergies')).toContain('No known allergies [stated in the chart');
    expect(allergies[0]?.states_none).toBe(true);
  });

  it('leaves out what was entered in error or refuted', () => {
    const { problems, allergies, medications, labs, notes } = english({
      conditions: [
        stored(sampleCondition('p', withStatus('active', 'refuted'))),
        stored(sampleCondition('p', { verificationStatus: { coding: [{ code: 'entered-in-error' }] } })),
      ],
      allergies: [
        stored(sampleAllergy('p', { verificationStatus: { coding: [{ code: 'entered-in-error' }] } })),
      ],
      medicationRequests: [stored(sampleMedication('p', { status: 'entered-in-error' }))],
      observations: [potassium(9.9, '2026-10-01', { status: 'entered-in-error' })],
      notes: [stored(sampleNote('p', 'x', { status: 'entered-in-error' }))],
    });
    expect([problems, allergies, medications, labs, notes]).toEqual([[], [], [], [], []]);
  });

  it('keeps present and past apart, and says where a status is not recorded', () => {
    const { clinicalStatus: _, ...unsaid } = sampleCondition('p', { code: { text: 'Gout' } });
    const { text } = english({
      conditions: [
        stored(sampleCondition('p')),
        stored(
          sampleCondition('p', {
            ...withStatus('resolved'),
            code: { text: 'Ulcer' },
            abatementDateTime: '2026-02-16',
          }),
        ),
        stored(unsaid),
      ],
      medicationRequests: [
        stored(sampleMedication('p')),
        stored(
          sampleMedication('p', { status: 'on-hold', medicationCodeableConcept: { text: 'metformin' } }),
        ),
        stored(
          sampleMedication('p', { status: 'stopped', medicationCodeableConcept: { text: 'ibuprofen' } }),
        ),
      ],
    });
    expect(line(text, 'Problems')).toMatch(/Essential hypertension .*Gout \[status not recorded/u);
    expect(line(text, 'Past problems')).toBe(
      'Past problems: Ulcer [resolved, since 2024-05-01, until 2026-02-16]',
    );
    expect(line(text, 'Current medication')).toMatch(
      /amlodipine 10 mg .*metformin .*\[on hold, ordered 2025-04-11\]/u,
    );
    expect(line(text, 'Past medication')).toContain('ibuprofen');
  });

  it('speaks Vietnamese, with the chart’s own words as they stand', () => {
    const { text } = vietnamese({
      allergies: [stored(sampleAllergy('p'))],
      medicationRequests: [stored(sampleMedication('p', { status: 'stopped' }))],
    });
    expect(line(text, 'Dị ứng')).toBe('Dị ứng: Penicillin [Anaphylaxis (nặng), nguy cơ cao]');
    expect(line(text, 'Thuốc đã ngừng')).toContain('[đã ngừng, kê ngày 2025-04-11]');
  });

  it('says that not all was read', () => {
    expect(english({ incomplete: ['Observation'] }).remarks).toEqual([
      'Not all entries were read: Observation',
    ]);
  });

  it('shows the latest notes, shortened', () => {
    const { notes } = english({
      notes: ['2026-01-01', '2026-04-01', '2026-03-01', '2026-02-01'].map((date) =>
        stored(sampleNote('p', 'Ổn. '.repeat(200), { date })),
      ),
    });
    expect(notes.map(({ at }) => at)).toEqual(['2026-04-01', '2026-03-01', '2026-02-01']);
    expect(notes[0]?.excerpt).toMatch(/^Ổn\. .* …$/u);
    expect(notes[0]?.excerpt?.length).toBeLessThan(410);
  });

  it('reads on past fields of any other form', () => {
    const broken = {
      code: 4,
      clinicalStatus: 'active',
      category: 'x',
      reaction: {},
      name: 'x',
      valueQuantity: [],
    };
    fc.assert(
      fc.property(fc.record({ value: fc.jsonValue() }), ({ value }) => {
        // Casts: a server may send anything, which is the point.
        const odd = stored({
          ...broken,
          code: value,
          status: value,
          content: value,
          effectiveDateTime: value,
        });
        const parts = chartOf({
          patient: { ...odd, id: 'p', birthDate: value, gender: value } as unknown as ChartParts['patient'],
          conditions: [odd as unknown as ChartParts['conditions'][0], stored(sampleCondition('p'))],
          allergies: [odd as unknown as ChartParts['allergies'][0]],
          medicationRequests: [odd as unknown as ChartParts['medicationRequests'][0]],
          observations: [odd as unknown as ChartParts['observations'][0], potassium(5.1, '2026-10-01')],
          notes: [odd as unknown as ChartParts['notes'][0]],
        });
        const { text } = summariseChart(parts, { language: 'en', now: NOW });
        expect(text).toContain('Essential hypertension');
        expect(text).toContain('Potassium 5.1');
      }),
    );
  });
});

describe('measurements', () => {
  it.each([
    [[4.5, 4.8, 5.1], 'rising'],
    [[5.1, 4.8], 'falling'],
    [[4.5, 4.6], 'steady'],
    [[4.5, 4.55, 4.6], 'rising'],
    [[4.5, 4.9, 4.95], 'rising'],
    [[4.9, 4.5, 4.52], 'steady'],
    [[4.5, 4.5], 'steady'],
    [[4.5], null],
  ])('%j show as %s', (values, trend) => {
    const observations = values.map((value, index) => potassium(value, `2026-0${index + 1}-01`));
    // Whatever their order in the chart.
    const [latest] = english({ observations: observations.toReversed() }).labs;
    expect(latest).toMatchObject({ number: values.at(-1), trend });
    expect(latest?.earlier).toHaveLength(values.length - 1);
  });

  it('show the latest with its day, its flag and what came before', () => {
    const flag = { interpretation: [{ coding: [{ code: 'H' }] }] };
    const { text } = english({
      observations: [potassium(4.5, '2026-01-01T07:30:00+07:00'), potassium(5.1, '2026-06-01', flag)],
    });
    expect(line(text, 'Laboratory')).toBe(
      'Laboratory: Potassium 5.1 mmol/L [2026-06-01, high, rising, before 4.5 (2026-01-01)]',
    );
  });

  it('are flagged by their range where the laboratory says nothing', () => {
    const range = { referenceRange: [{ low: { value: 3.5 }, high: { value: 5 } }] };
    const flag = (value: number) =>
      english({ observations: [potassium(value, '2026-01-01', range)] }).labs[0]?.flag;
    expect([flag(3.4), flag(3.5), flag(5), flag(5.1)]).toEqual(['low', 'normal', 'normal', 'high']);
  });

  it('of other units, or beyond what could be measured, are not compared', () => {
    const { labs } = english({
      observations: [creatinine(1, '2026-01-01'), creatinine(120, '2026-02-01', 'umol/L')],
    });
    expect(labs.filter(({ computed }) => !computed).map(({ trend }) => trend)).toEqual([null, null]);
    const below = { valueQuantity: { value: 3, unit: 'mmol/L', comparator: '<' } } as const;
    const [latest] = english({
      observations: [potassium(4, '2026-01-01'), potassium(3, '2026-02-01', below)],
    }).labs;
    expect(latest).toMatchObject({ value: '<3', trend: null });
  });

  it('put blood pressure in one word', () => {
    const component = ['Diastolic blood pressure', 'Systolic blood pressure'].map((text, index) => ({
      code: { text },
      valueQuantity: { value: [84, 146][index] ?? 0, unit: 'mmHg' },
    }));
    const { valueQuantity: _, ...panel } = potassium(1, '2026-01-01');
    const pressure = {
      ...panel,
      code: { text: 'Blood pressure' },
      category: [{ coding: [{ code: 'vital-signs' }] }],
      component,
    };
    expect(line(english({ observations: [pressure] }).text, 'Vital signs')).toBe(
      'Vital signs: Blood pressure 146/84 mmHg [2026-01-01]',
    );
  });
});

describe('the filtration rate in a summary', () => {
  const egfr = (value: number, at: string) =>
    stored(
      sampleLab('p', { code: '98979-8', name: 'eGFR (CKD-EPI 2021)', value, unit: 'mL/min/1.73 m2', at }),
    );

  it('is computed from the newest creatinine, and marked as computed', () => {
    const { labs, text } = english({
      observations: [creatinine(1.2, '2025-01-01'), creatinine(1.55, '2026-11-03')],
    });
    expect(labs[0]).toMatchObject({ id: null, computed: true, number: 36, at: '2026-11-03' });
    expect(text).toContain(
      'eGFR (CKD-EPI 2021) 36 mL/min/1.73 m2 [2026-11-03, computed from creatinine, not measured]',
    );
  });

  it('is not computed where the chart has one of that day, and is where that one is older', () => {
    const measured = english({ observations: [creatinine(1.55, '2026-11-03'), egfr(35, '2026-11-03')] });
    expect(measured.labs.some(({ computed }) => computed)).toBe(false);
    const old = english({ observations: [creatinine(1.55, '2026-11-03'), egfr(42, '2025-05-13')] });
    expect(old.labs.some(({ computed }) => computed)).toBe(true);
  });

  it.each([
    ['a child', { patient: { ...samplePatient({ birthDate: '2022-09-19' }), id: 'p' } }, /children/u],
    [
      'pregnancy',
      { conditions: [stored(sampleCondition('p', { code: { text: 'Pregnancy, first' } }))] },
      /pregnancy/u,
    ],
    ['a sex not recorded', { patient: { ...samplePatient({ gender: 'unknown' }), id: 'p' } }, /sex/u],
    ['an unknown unit', { observations: [creatinine(1, '2026-01-01', 'mg')] }, /unit/u],
  ])('is not computed for %s, and the summary says why', (_, part, reason) => {
    const { labs, remarks } = english({ observations: [creatinine(0.6, '2026-01-01')], ...part });
    expect(labs.some(({ computed }) => computed)).toBe(false);
    expect(remarks).toEqual([expect.stringMatching(reason)]);
  });
});
