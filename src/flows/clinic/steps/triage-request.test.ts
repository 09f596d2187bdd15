import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTopic, readTrialSearch } from '../build-arguments.ts';
import { parseRequest } from '../request/parse-request.ts';
import { readAllergy } from '../request/read-allergy.ts';
import { readMentions } from '../request/read-mentions.ts';
import { parseOrder } from '../request/read-order.ts';
import { needsByRules } from './reason.ts';
import { decomposeByRules } from './run-subtasks.ts';
import { triageByRules } from './triage-request.ts';
import { findMissing } from './validate-call.ts';

const input = (question: string, has_patient = false, has_image = false) => ({
  request: parseRequest(question),
  has_patient,
  has_image,
});

describe('triage by rules', () => {
  it.each([
    ['Thanks a lot!', false, 'direct', null],
    ['Are clopidogrel and omeprazole safe to combine?', false, 'lookup', 'check_drug_interactions'],
    ['Có nghiên cứu nào đang tuyển bệnh nhân suy tim không?', false, 'lookup', 'find_clinical_trials'],
    ['Which drugs is he on?', true, 'lookup', 'get_patient_chart'],
    ['Người bệnh đang uống các thuốc nào?', true, 'lookup', 'get_patient_chart'],
    ['Paracetamol có an toàn cho bệnh nhân này không?', true, 'lookup', 'check_drug_safety'],
    ['Ở đây có bệnh nhân nào tên Hạnh không?', false, 'lookup', 'search_patient'],
    ['Does she need anticoagulation?', true, 'reasoning', null],
    ['Thuốc giảm đau nào an toàn nhất cho bệnh nhân này?', true, 'reasoning', null],
    ['Summarise her chart and search for trials she could join', true, 'multi_step', null],
    ['Show me the chart of [NAME_1]', false, 'multi_step', null],
    ['potassium of [NAME_1]?', false, 'multi_step', null],
    ['Open chart of Khang', false, 'multi_step', null],
    ['check interactions of his current medications', true, 'lookup', 'check_drug_interactions'],
    ['Should I prescribe ibuprofen 400 mg tds?', true, 'reasoning', null],
    ['Start lisinopril 5 mg once daily?', true, 'reasoning', null],
    ['Do not prescribe ibuprofen 400 mg tds', true, 'direct', null],
    ['Đừng kê ibuprofen 400 mg ngày 3 lần', true, 'direct', null],
  ])('sends "%s" its way', (question, hasPatient, route, tool) => {
    expect(triageByRules(input(question, hasPatient))).toMatchObject({ route, tool });
  });

  it('takes an attached image for what is asked about when nothing else is', () => {
    expect(triageByRules(input('What is this?', false, true)).tool).toBe('analyze_medical_image');
  });

  it('does not take the text of a note for tasks', () => {
    const question = 'Save a note: checked interactions, will search the literature and order labs';
    expect(triageByRules(input(question, true))).toMatchObject({
      route: 'lookup',
      tool: 'save_clinical_note',
    });
    expect(parseRequest(question).content).toBe(
      'checked interactions, will search the literature and order labs',
    );
  });

  it.each([
    ['check interactions of warfarin', false, 'second_drug'],
    ['Prescribe amoxicillin', true, 'dose'],
    ['Add an allergy', true, 'substance'],
    ['Show the latest labs', false, 'patient'],
    ['Find trials', false, 'topic'],
  ])('misses in "%s" one thing', (question, hasPatient, missing) => {
    const asked = input(question, hasPatient);
    expect(findMissing(triageByRules(asked), asked)).toBe(missing);
  });

  it('answers every text, however long or odd, and soon', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.boolean(),
        fc.boolean(),
        (text, a, b) => {
          const asked = input(text, a, b);
          const decision = triageByRules(asked);
          findMissing(decision, asked);
          const subtasks = decomposeByRules({ ...asked, medications: ['warfarin 5 mg'] });
          expect(subtasks.length).toBeGreaterThanOrEqual(1);
          expect(subtasks.length).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 200 },
    );
    for (const part of [
      'add note ',
      'save a note that ',
      'tim benh nhan ',
      'check drug against ',
      '[NAME_',
      'ghi vao ',
    ])
      triageByRules(input(part.repeat(10_000 / part.length)));
  });
});

describe('what a request names', () => {
  it.each([
    ['Find patient Eleanor Ashgrove', 'Eleanor Ashgrove'],
    ['Mở hồ sơ GAL-0002 của [NAME_1]', 'GAL-0002'],
    ['Add a penicillin allergy for [NAME_1]', '[NAME_1]'],
    ['Start Amlodipine 5 mg', ''],
    ['Open chart of Khang', 'Khang'],
    ['open chart gal-0002', 'GAL-0002'],
    ['prescribe amlodipine 5 mg daily for mrs ashgrove', 'ashgrove'],
    ['kê amlodipine 5 mg ngày 1 lần cho cụ nhân', 'nhân'],
    ['kê cho cụ nhân amlodipine 5 mg', 'nhân'],
    ['Kê amlodipine cho cụ này', ''],
    ['Is it safe for ms relapses?', ''],
    ['Search PubMed for vitamin D', ''],
  ])('is the patient: "%s"', (text, patient) => {
    expect(readMentions(text).patient).toBe(patient);
  });

  it('are drugs by what is in them, and classes', () => {
    expect(readMentions('Do NSAIDs interact with Coumadin?').drugs).toEqual(['warfarin', 'nsaids']);
  });

  it.each([
    ['Start amlodipine 5 mg once daily', { medication: 'amlodipine', dose: '5 mg', frequency: 'once daily' }],
    [
      'Kê đơn doxycycline 100 mg ngày 2 lần, 5 ngày',
      { medication: 'doxycycline', dose: '100 mg', frequency: 'ngày 2 lần', duration: '5 ngày' },
    ],
    [
      'paracetamol 1 g iv every 6 hours as needed',
      {
        medication: 'paracetamol',
        dose: '1 g',
        route: 'intravenous',
        frequency: 'every 6 hours',
        note: 'as needed',
      },
    ],
    ['Start folic acid 5 mg once daily', { medication: 'folic acid', dose: '5 mg', frequency: 'once daily' }],
    [
      'Please prescribe nifedipine modified release 20 mg twice a day',
      { medication: 'nifedipine modified release', dose: '20 mg', frequency: 'twice a day' },
    ],
    ['Kê Augmentin 1 g ngày 2 lần', { medication: 'augmentin', dose: '1 g', frequency: 'ngày 2 lần' }],
    [
      'amoxicillin clavulanate 625 mg tds',
      { medication: 'amoxicillin clavulanate', dose: '625 mg', frequency: 'tds' },
    ],
    ['Augmentin please, 1 g twice daily', { medication: 'augmentin', dose: '1 g', frequency: 'twice daily' }],
    [
      'Stop amlodipine and start lisinopril 5 mg once daily',
      { medication: 'lisinopril', dose: '5 mg', frequency: 'once daily', unread: ['Stop amlodipine'] },
    ],
    ['Prescribe something', null],
  ])('is an order, with nothing filled in: "%s"', (text, order) => {
    expect(parseOrder(text).order).toEqual(order);
  });

  it('is not all understood where two drugs have a dose each', () => {
    const read = parseOrder('Switch from amlodipine 10 mg to lisinopril 5 mg once daily').order;
    expect(read?.unread?.join(' ')).toContain('lisinopril');
    expect(read?.unread?.join(' ')).toContain('5 mg');
  });

  it.each([
    [
      'add allergy: peanuts, anaphylaxis, high criticality',
      { substance: 'peanuts', reaction: 'anaphylaxis', criticality: 'high', type: 'allergy' },
    ],
    ['Bổ sung không dung nạp codeine vào danh sách dị ứng', { substance: 'codeine', type: 'intolerance' }],
    ['Thêm dị ứng', null],
  ])('is an allergy: "%s"', (text, allergy) => {
    expect(readAllergy(text)).toEqual(allergy);
  });

  it('is what to search for, without the command', () => {
    expect(readTopic('Search PubMed for meta-analyses of vitamin D and fracture prevention')).toBe(
      'vitamin D and fracture prevention',
    );
    expect(readTrialSearch('Clinical trials for drug-resistant epilepsy in Vietnam')).toEqual({
      condition: 'drug-resistant epilepsy',
      location: 'Vietnam',
    });
    expect(
      readTrialSearch('Có thử nghiệm nào về semaglutide trong bệnh thận mạn đang mở không?'),
    ).toMatchObject({
      condition: 'bệnh thận mạn',
      intervention: 'semaglutide',
    });
  });
});

describe('tools and tasks by rules', () => {
  const needs = (question: string, medications: string[] = [], language: 'en' | 'vi' = 'en') =>
    needsByRules({
      request: parseRequest(question),
      has_patient: true,
      medications,
      language,
    }).map(({ tool, query }) => `${tool}: ${query}`);

  it('serve a judgement, two at most', () => {
    const question = 'Can I safely add fluconazole to what he is already taking?';
    expect(needs(question, ['warfarin 5 mg'])).toEqual([
      'check_drug_safety: fluconazole',
      `retrieve_medical_info: ${question}`,
    ]);
    expect(needs('Should we keep metformin with this kidney function?')[0]).toBe(
      'check_drug_safety: metformin',
    );
    expect(needs('Vì sao kali của ông ấy tăng dần?', [], 'vi')).toEqual([
      'retrieve_medical_info: Vì sao kali của ông ấy tăng dần?',
    ]);
  });

  it('are one for each drug of the chart when a check names none, as far as there is room', () => {
    const medications = [
      'a',
      'warfarin 5 mg',
      'digoxin 125 mcg',
      'amlodipine',
      'metformin',
      'aspirin',
      'furosemide',
    ];
    const asked = input(
      'List all his medicines and check each one for falls risk warnings on the label',
      true,
    );
    const subtasks = decomposeByRules({ ...asked, medications });
    expect(subtasks.map(({ tool }) => tool)).toEqual([
      'get_patient_chart',
      ...Array(4).fill('check_drug_safety'),
    ]);
    expect(subtasks[1]?.task).toContain('warfarin');
  });
});
