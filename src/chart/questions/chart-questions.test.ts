import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/language.ts';
import type { ChartParts } from '../chart.port.ts';
import { summariseChart } from '../summary/summarise-chart.ts';
import {
  sampleAllergy,
  sampleCondition,
  sampleLab,
  sampleMedication,
  samplePatient,
} from '../testing/sample-resources.ts';
import { answerChartQuestion, answerWithTexts } from './answer-chart-question.ts';
import { nearTexts } from './chart-texts.ts';
import { fold, measurables } from './measurement-names.ts';
import { readChartQuestion } from './read-chart-question.ts';

const NOW = '2026-11-18T08:00:00.000Z';
const RANGE = { referenceRange: [{ low: { value: 3.5 }, high: { value: 5 } }] };
const stored = <Resource extends object>(resource: Resource) => ({ ...resource, id: randomUUID() });

function lab(name: string, code: string, value: number, at: string, part: object = {}) {
  return stored(sampleLab('p', { code, name, value, unit: 'mmol/L', at }, part));
}

const PARTS: ChartParts = {
  patient: { ...samplePatient(), id: 'p' },
  encounters: [
    stored({
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'AMB' },
      subject: { reference: 'Patient/p' },
      period: { start: '2026-09-02T09:00:00+07:00', end: '2026-09-02T10:00:00+07:00' },
    }),
  ],
  conditions: [stored(sampleCondition('p'))],
  allergies: [stored(sampleAllergy('p'))],
  medicationRequests: [stored(sampleMedication('p'))],
  medicationStatements: [],
  observations: [
    lab('Potassium', '2823-3', 5.1, '2026-11-03', RANGE),
    lab('Potassium', '2823-3', 4.5, '2026-09-02T09:30:00+07:00', RANGE),
    lab('Potassium', '2823-3', 4.1, '2025-03-01', RANGE),
    lab('Natri huyết thanh', 'local-7', 139, '2026-11-03'),
    lab('Anti-dsDNA antibody', 'local-9', 12, '2026-10-01'),
    lab('Urine albumin/creatinine ratio', '9318-7', 31.64656000000001, '2026-10-01'),
  ],
  notes: [],
  incomplete: [],
};

function ask(text: string, language: Language = 'en', part: Partial<ChartParts> = {}) {
  const parts = { ...PARTS, ...part };
  const summary = summariseChart(parts, { language, now: NOW });
  return answerChartQuestion(text, parts, summary, { language, now: NOW, names: [summary.patient.name] });
}

const lines = (text: string, language: Language = 'en', part: Partial<ChartParts> = {}) =>
  ask(text, language, part)?.entries.map((entry) => entry.text);

describe('a question about a chart', () => {
  it('is answered with the value first, then its flag, range, day, trend and what came before', () => {
    expect(lines('potassium?')).toEqual([
      'Potassium 5.1 mmol/L, high (reference 3.5–5), 2026-11-03; rising, before 4.5 (2026-09-02), 4.1 (2025-03-01)',
    ]);
    expect(lines('kali máu gần nhất?', 'vi')).toEqual([
      'Kali (Potassium) 5,1 mmol/L, cao (tham chiếu 3,5–5), 2026-11-03; tăng, trước đó 4,5 (2026-09-02), 4,1 (2025-03-01)',
    ]);
  });

  it.each([
    'K+',
    'k?',
    'last K',
    'what is her latest serum potassium',
    'potasium',
    'show me the most recent potassium result please',
    'can you give me her last K+',
    'potassium since May 2020',
    'cho tôi xem kali mới nhất',
    'kali?',
    'còn kali?',
    'nồng độ kali gần đây nhất của bệnh nhân là bao nhiêu',
  ])('finds what is meant by “%s”', (text) => {
    const answer = ask(text);
    expect(answer?.is_plain).toBe(true);
    expect(answer?.series.map(({ name }) => name)).toEqual(['Potassium']);
  });

  it('knows what the chart itself calls by name, with codes of its own or none', () => {
    expect(lines('sodium')?.[0]).toMatch(/^Natri huyết thanh 139 mmol\/L/u);
    expect(lines('anti-dsDNA antibody?')?.[0]).toMatch(/^Anti-dsDNA antibody 12/u);
  });

  it('never shows another value in the place of one that is not there, and says since when there are values', () => {
    const answer = ask('creatinine');
    expect(answer?.entries.map((entry) => entry.text)).toEqual([
      'Creatinine: none recorded; the chart has measurements from 2025-03-01 to 2026-11-03',
    ]);
    expect(answer?.series).toEqual([]);
    expect(lines('creatinine', 'vi', { observations: [] })).toEqual([
      'Creatinin: chưa có ghi nhận; hồ sơ chưa có kết quả đo hay xét nghiệm nào',
    ]);
  });

  it('says of a value that it knows by no name that none of that name is recorded', () => {
    expect(ask('her last zinc level?')).toMatchObject({
      is_plain: true,
      entries: [{ text: 'Zinc: none recorded; the chart has measurements from 2025-03-01 to 2026-11-03' }],
    });
    expect(lines('latest dsDNA result')?.[0]).toMatch(/^Anti-dsDNA antibody 12/u);
    expect(ask('what did the last discharge letter say')).toBeNull();
  });

  it('with a period gives each value in it, oldest first for a plot', () => {
    const answer = ask('potassium this year');
    expect(answer?.entries[0]).toMatchObject({
      text: 'Potassium 5.1 mmol/L, high (reference 3.5–5), 2026-11-03; rising; 2 values from 2026-09-02 to 2026-11-03, between 4.5 and 5.1',
      rows: [
        { at: '2026-11-03', value: '5.1 mmol/L, high' },
        { at: '2026-09-02', value: '4.5 mmol/L, normal' },
      ],
    });
    expect(answer?.series[0]).toMatchObject({
      unit: 'mmol/L',
      range: { low: 3.5, high: 5 },
      points: [{ number: 4.5 }, { number: 5.1, flag: 'high' }],
    });
    expect(ask('K+ trend')?.entries[0]?.rows).toHaveLength(3);
    expect(lines('kali từ tháng 10', 'vi')?.[0]).toMatch(/^Kali \(Potassium\) 5,1 mmol\/L/u);
  });

  it('with a period without values says so, and what the latest is', () => {
    expect(lines('potassium in 2024')).toEqual([
      'Potassium: none recorded from 2024-01-01 to 2024-12-31; the latest in the chart is 5.1 mmol/L (2026-11-03)',
    ]);
  });

  it('with a number of values, or a time to compare with, gives just those', () => {
    expect(ask('last 2 potassium values')?.entries[0]?.rows).toHaveLength(2);
    expect(ask('kali 2 lần gần nhất', 'vi')?.entries[0]?.rows).toHaveLength(2);
    expect(ask('potassium now vs last year')?.entries[0]?.rows).toHaveLength(3);
    expect(ask('kali tu thang 9')?.entries[0]?.rows).toHaveLength(2);
  });

  it('tells what is measured from what is taken for it, and from what only sounds like it', () => {
    expect(lines('what blood pressure tablets is he on')?.[0]).toMatch(/^Current medication/u);
    expect(lines('dị ứng thuốc gì không', 'vi')).toHaveLength(1);
    expect(lines('xơ vữa động mạch')).toBeUndefined();
  });

  it('for the last visit looks at its day alone', () => {
    expect(lines('K+ on last visit')?.[0]).toMatch(/^Potassium 4\.5 mmol\/L, normal .* 2026-09-02$/u);
    expect(lines('sodium on last visit')).toEqual([
      'Natri huyết thanh: none recorded at the last visit (2026-09-02); the latest in the chart is 139 mmol/L (2026-11-03)',
    ]);
  });

  it('for a day begins with it', () => {
    expect(lines('when was her last potassium')?.[0]).toMatch(/^2026-11-03: Potassium 5\.1/u);
  });

  it('for several things answers each, in their order', () => {
    expect(lines('sodium, K+ and ferritin')?.map((line) => line.split(/[ :]/u)[0])).toEqual([
      'Natri',
      'Potassium',
      'Ferritin',
    ]);
  });

  it('rounds what no laboratory measures, and keeps what was recorded', () => {
    expect(lines('ACR')?.[0]).toMatch(/31\.6 mmol\/L/u);
  });

  it('for allergies, medication and problems gives what is recorded', () => {
    expect(lines("what's he allergic to")).toEqual([
      'Allergies: Penicillin [Anaphylaxis (severe), high risk]',
    ]);
    expect(lines('dị ứng gì', 'vi')?.[0]).toMatch(/^Dị ứng: Penicillin/u);
    expect(lines('current meds')?.[0]).toMatch(/^Current medication: amlodipine/u);
    expect(lines('đang uống thuốc gì', 'vi')?.[0]).toMatch(/^Thuốc đang dùng: amlodipine/u);
    expect(lines('PMH')?.[0]).toMatch(/^Problems: Essential hypertension/u);
  });

  it('for one drug says whether it is recorded, and never that the patient is not allergic', () => {
    expect(lines('what dose of amlodipine is she on?')?.[0]).toMatch(/^amlodipine 10 mg/u);
    expect(lines('is she on metformin?')?.[0]).toMatch(/^metformin: not in the recorded medication/u);
    expect(lines('allergic to aspirin?')?.[0]).toMatch(
      /^aspirin: not among the recorded allergies, which does not mean that there is none/u,
    );
  });

  it('says that not all was read', () => {
    expect(lines('ferritin', 'en', { incomplete: ['Observation'] })?.at(-1)).toBe(
      'Not all entries were read: Observation',
    );
  });

  it.each([
    'what is the normal potassium range?',
    'why is her potassium high?',
    'does lisinopril raise potassium?',
    'potassium chloride 20 mmol iv',
    'target INR in atrial fibrillation',
    'kali bao nhiêu thì phải lọc máu',
    'how do I treat a low sodium',
    'when to check INR',
    'how do you take a blood pressure',
    'can he take aspirin?',
    'can I give ibuprofen, she is on warfarin?',
    'can I give potassium',
    'does he need potassium',
    'what medication can I give',
    'cho kali được không',
  ])('is not all that “%s” is', (text) => {
    expect(readChartQuestion(text, { now: Date.parse(NOW) })?.isPlain ?? false).toBe(false);
  });

  it.each(['hello', 'start amlodipine 5 mg once a day', 'cảm ơn'])('is not “%s” at all', (text) => {
    expect(ask(text)?.is_plain ?? false).toBe(false);
  });
});

describe('beside an open chart', () => {
  it.each([
    'doing the round, K from the last bloods w date pls',
    'any sodium back yet? cardiology keep ringing',
    'full med list pls, pharmacy are waiting for it',
    'cho em xin kali của bác giường 12 với ạ',
  ])('“%s” asks it', (text) => {
    expect(ask(text)?.is_plain).toBe(true);
  });

  it.each([
    'why is her potassium high?',
    'does lisinopril raise potassium?',
    'how do I treat a low sodium',
    'should we stop something with that potassium?',
    'kali vậy dùng thuốc này được không',
  ])('“%s” asks for more', (text) => {
    expect(ask(text)?.is_plain).toBe(false);
  });

  it('what lies before and after something is the whole series', () => {
    expect(ask('potassium before and after the dose went up in September')?.series[0]?.points).toHaveLength(
      3,
    );
  });

  const note = (text: string) =>
    stored({
      resourceType: 'DocumentReference' as const,
      status: 'current' as const,
      date: '2026-09-02T09:30:00+07:00',
      description: 'Clinic',
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(text).toString('base64') } }],
    });
  const notes = [note('Echo in August: LVEF 32 %. Endoscopy showed a gastric ulcer. Walks with a stick.')];

  it('what was not measured is told in the words of the notes', () => {
    expect(lines('EF?', 'en', { notes })).toEqual(['2026-09-02, Clinic: Echo in August: LVEF 32 %']);
    expect(lines('EF?')).toEqual([expect.stringContaining('none recorded')]);
  });

  it('what no value answers is answered by a sentence, and by nothing where none is near', async () => {
    const parts = { ...PARTS, notes };
    const from = { parts, language: 'en', now: NOW, near: nearTexts(null) } as const;
    const texts = async (text: string) => (await answerWithTexts(text, ask(text), from))?.texts;
    expect(await texts('what did the endoscopy show')).toEqual([
      '2026-09-02, Clinic: Endoscopy showed a gastric ulcer',
    ]);
    expect(await texts('which ward was he moved to')).toBeUndefined();
    expect(await texts('should we repeat the endoscopy')).toBeUndefined();
  });
});

describe('the table of measurements', () => {
  it('names each once and gives every name one meaning', () => {
    const names = measurables().flatMap(({ names: { en, vi } }) => [...new Set([...en, ...vi])]);
    const doubled = names.filter((name, i) => names.indexOf(name) !== i);
    expect(doubled).toEqual([]);
    for (const { codes } of measurables()) for (const code of codes) expect(code).toMatch(/^\d{3,6}-\d$/u);
  });

  it('finds each measurement by each of its names, written as in the table, small and without marks', () => {
    const missed = measurables().flatMap(({ codes, names: { en, vi } }) =>
      [...new Set([...en, ...vi])].flatMap((name) => {
        const forms = name.length <= 2 ? [name] : [name, name.toLowerCase(), fold(name)];
        return forms.filter((form) => {
          const read = readChartQuestion(`last ${form}?`, { now: Date.parse(NOW) });
          return !read?.isPlain || read.period !== null || read.measurables[0]?.codes !== codes;
        });
      }),
    );
    expect(missed).toEqual([]);
  });
});
