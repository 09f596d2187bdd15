import { describe, expect, it } from 'vitest';
import { readStatements } from './recall-memories.ts';

const read = (message: string, language: 'en' | 'vi' = 'en') =>
  readStatements(message, language).map(({ kind, text }) => `${kind}: ${text}`);

describe('readStatements', () => {
  it.each([
    [
      'I have type 2 diabetes and high blood pressure. What can I eat?',
      ['condition: type 2 diabetes', 'condition: high blood pressure'],
    ],
    ["I'm pregnant, is ibuprofen safe?", ['condition: pregnant']],
    ['I was diagnosed with asthma last year', ['condition: asthma']],
    ['I am allergic to penicillin', ['allergy: penicillin']],
    ["I'm taking metformin and amlodipine every day", ['medication: metformin', 'medication: amlodipine']],
    ['My diabetes is getting worse', ['condition: diabetes']],
    ['Please keep it short', ['preference: short answers']],
  ])('hears what the asker says of themselves: %j', (message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  it.each([
    ['Tôi bị tiểu đường tuýp 2, ăn gì được?', ['condition: đái tháo đường típ 2']],
    ['Em đang mang thai 5 tháng', ['condition: mang thai']],
    ['Tôi dị ứng với penicillin', ['allergy: penicillin']],
    ['Tôi đang uống metformin', ['medication: metformin']],
    ['Trả lời ngắn gọn giúp tôi', ['preference: trả lời ngắn gọn']],
  ])('hears it in Vietnamese: %j', (message, expected) => {
    expect(read(message, 'vi')).toEqual(expected);
  });

  it.each([
    'Do I have diabetes?',
    'I do not have diabetes',
    'My mother has asthma',
    'What are the symptoms of type 2 diabetes?',
    'I have a question about diabetes drugs for my father',
    'I used to have gout',
    'I am worried about hypertension',
    'If I am pregnant, can I take ibuprofen?',
    'I have a question',
    'How does metformin work?',
    'I have a patient with type 2 diabetes',
    'My aunt has asthma',
    'I have a friend with HIV',
    'I use metformin for my patients',
    'My neighbour with gout takes allopurinol',
  ])('takes nothing that is asked, denied, over, feared or said of another: %j', (message) => {
    expect(read(message)).toEqual([]);
  });

  it.each([
    'Tôi có bị tiểu đường không?',
    'Mẹ tôi bị tiểu đường',
    'Tôi không bị hen suyễn',
    'Bệnh tiểu đường là gì?',
    'Nếu tôi mang thai thì sao?',
    'Con tôi bị hen suyễn',
    'Tôi có bệnh nhân bị đái tháo đường',
    'Bạn tôi bị gút',
    'Bé nhà tôi bị động kinh',
  ])('nor in Vietnamese: %j', (message) => {
    expect(read(message, 'vi')).toEqual([]);
  });
});
