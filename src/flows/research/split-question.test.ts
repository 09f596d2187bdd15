import { describe, expect, it } from 'vitest';
import { nameParts } from './compose-from-sources.ts';
import { splitQuestion } from './split-question.ts';
import { datesOf, readNumberedList, withoutYears } from './steps/decompose-question.ts';

const split = (
  type: 'COMPARATIVE' | 'MULTI_STEP' | 'TEMPORAL' | 'SIMPLE',
  question: string,
  language: 'en' | 'vi' = 'en',
) => splitQuestion({ question, language, type, year: 2026 });

describe('splitQuestion', () => {
  it.each([
    [
      'Compare first-line treatments for hypertension vs diabetes',
      ['First-line treatments for hypertension', 'First-line treatments for diabetes'],
    ],
    [
      'Compare metformin and sulfonylureas for type 2 diabetes',
      ['Metformin for type 2 diabetes', 'Sulfonylureas for type 2 diabetes'],
    ],
    ['What is the difference between gingivitis and periodontitis?', ['Gingivitis', 'Periodontitis']],
    [
      'Is articaine superior to lidocaine for mandibular blocks?',
      ['Articaine for mandibular blocks', 'Lidocaine for mandibular blocks'],
    ],
    [
      'How do ACE inhibitors and calcium channel blockers differ for hypertension?',
      ['ACE inhibitors for hypertension', 'Calcium channel blockers for hypertension'],
    ],
    ['Compare aspirin, clopidogrel and warfarin', ['Aspirin', 'Clopidogrel', 'Warfarin']],
  ])('gives each side of a comparison what is asked of both: %s', (question, parts) => {
    expect(split('COMPARATIVE', question)).toEqual(parts);
  });

  it('splits comparisons in Vietnamese', () => {
    expect(
      split('COMPARATIVE', 'So sánh metformin và gliclazid trong điều trị đái tháo đường típ 2', 'vi'),
    ).toEqual([
      'Metformin trong điều trị đái tháo đường típ 2',
      'Gliclazid trong điều trị đái tháo đường típ 2',
    ]);
    expect(split('COMPARATIVE', 'Nên dùng ibuprofen hay paracetamol sau khi nhổ răng?', 'vi')).toEqual([
      'Ibuprofen sau khi nhổ răng',
      'Paracetamol sau khi nhổ răng',
    ]);
  });

  it('takes a protocol through assessment, intervention and monitoring', () => {
    expect(split('MULTI_STEP', 'Step-by-step protocol for acute MI management')).toEqual([
      'Initial assessment and diagnosis of acute MI',
      'Immediate interventions for acute MI',
      'Post-intervention monitoring of acute MI',
    ]);
    expect(split('MULTI_STEP', 'Quy trình từng bước xử trí nhồi máu cơ tim cấp', 'vi')).toEqual([
      'Đánh giá ban đầu và chẩn đoán nhồi máu cơ tim cấp',
      'Xử trí ngay và điều trị nhồi máu cơ tim cấp',
      'Theo dõi sau điều trị nhồi máu cơ tim cấp',
    ]);
  });

  it('keeps the parts that a question names itself, and never more than four', () => {
    expect(
      split(
        'MULTI_STEP',
        'First explain what causes gum disease, then how it is treated, then how I keep it away',
      ),
    ).toEqual(['Explain what causes gum disease', 'How it is treated', 'How I keep it away']);
    const many =
      'How is it diagnosed, how is it treated, when is it checked, what is avoided, which drug is stopped?';
    expect(split('MULTI_STEP', many)).toHaveLength(4);
  });

  it('asks for the earlier and the later time', () => {
    expect(split('TEMPORAL', 'What changed in diabetes guidelines from 2020 to 2023?')).toEqual([
      'Diabetes guidelines 2020',
      'Diabetes guidelines 2023',
    ]);
    expect(split('TEMPORAL', 'How has the definition of periodontitis changed since 1999?')).toEqual([
      'Periodontitis until 1998',
      'Periodontitis from 1999',
    ]);
    expect(split('TEMPORAL', 'Recent changes in pulpotomy recommendations')).toEqual([
      'Pulpotomy recommendations until 2020',
      'Pulpotomy recommendations from 2021',
    ]);
  });

  it('leaves whole what it cannot take apart', () => {
    expect(split('SIMPLE', 'What is HbA1c?')).toEqual(['What is HbA1c?']);
    expect(split('COMPARATIVE', 'Better?')).toEqual(['Better?']);
    expect(split('TEMPORAL', 'What changed?')).toEqual(['What changed?']);
  });
});

describe('the parts of a question', () => {
  it('are searched for in their own years', () => {
    expect(datesOf(['Guidelines 2020', 'Guidelines 2023'])).toEqual([
      { year_from: null, year_to: 2020 },
      { year_from: 2021, year_to: 2023 },
    ]);
    expect(datesOf(['X until 2018', 'X from 2019'])).toEqual([
      { year_from: null, year_to: 2018 },
      { year_from: 2019, year_to: null },
    ]);
    const none = { year_from: null, year_to: null };
    expect(datesOf(['X then', 'X now'])).toEqual([none, none]);
    expect(datesOf(['X 2023', 'X 2020'])).toEqual([none, none]);
    expect(withoutYears('Diabetes guidelines from 2019')).toBe('Diabetes guidelines');
  });

  it('are named by what distinguishes them', () => {
    expect(nameParts(['Treatments for hypertension', 'Treatments for diabetes'])).toEqual([
      'Hypertension',
      'Diabetes',
    ]);
    expect(nameParts(['Metformin for type 2 diabetes', 'Insulin for type 2 diabetes'])).toEqual([
      'Metformin',
      'Insulin',
    ]);
    expect(nameParts(['Diagnosis of acute MI', 'Immediate interventions for acute MI'])).toEqual([
      'Diagnosis',
      'Immediate interventions',
    ]);
    expect(nameParts(['Same', 'Same'])).toEqual(['Same', 'Same']);
  });

  it('are read from a numbered list', () => {
    expect(readNumberedList('Sure:\n1. First one\n 2) **Second** one\n- no\n10. Tenth')).toEqual([
      'First one',
      'Second one',
      'Tenth',
    ]);
  });
});
