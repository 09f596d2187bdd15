import { expect, test } from 'vitest';
import { findQuestion, questionsIn } from './find-question.ts';

const STORY =
  'My mother is 81 and lives alone. She fell in the garden last spring and broke her wrist, which has healed well since.';
const MORE =
  'She also takes a water tablet in the morning. Her neighbour brings the shopping on Fridays and her eyes are getting worse.';

test('a message that the ranker can read whole is left as it is', () => {
  expect(findQuestion('Hello! May she take ibuprofen?', 'en')).toBe('Hello! May she take ibuprofen?');
});

test('of a long message the question stays, with what was said just before it', () => {
  const found = findQuestion(
    `${STORY} ${MORE} She has atrial fibrillation. May she take ibuprofen?`,
    'en',
    20,
  );
  expect(found).toMatch(/She has atrial fibrillation\. May she take ibuprofen\?$/u);
  expect(found).not.toContain('garden');
});

test('a question at the beginning stays with what follows it', () => {
  const found = findQuestion(`May she take ibuprofen? ${STORY} ${MORE}`, 'en', 20);
  expect(found).toMatch(/^May she take ibuprofen\? My mother is 81/u);
});

test('without a question mark the end of the message is what asks', () => {
  const typed = `${STORY} ${MORE} so may she take ibuprofen for her back with apixaban`.replaceAll('.', '');
  const found = findQuestion(typed, 'en', 10);
  expect(found).toBe('so may she take ibuprofen for her back with apixaban');
});

test('no message gives more words than asked for', () => {
  for (const words of [5, 20, 60]) {
    const found = findQuestion(`${STORY} ${MORE} ${STORY}?`, 'en', words);
    expect(found.split(' ').length).toBeLessThanOrEqual(words);
  }
});

test.each([
  ['How long is dengue contagious?', ['How long is dengue contagious?']],
  [
    'I take warfarin. May I eat spinach? And how often is my blood checked? Thank you.',
    ['I take warfarin. May I eat spinach?', 'And how often is my blood checked? Thank you.'],
  ],
  ['How long does an implant last? 10 years? 20?', ['How long does an implant last? 10 years? 20?']],
  ['What is a stroke? Who may get a stroke? Is a stroke painful? Can a stroke come back?', [null]],
])('a message is the questions it asks: %s', (message, questions) => {
  expect(questionsIn(message, 'en')).toEqual(questions.map((question) => question ?? message));
});
