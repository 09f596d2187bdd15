import { expect, it } from 'vitest';
import { wholeSentences } from './whole-sentences.ts';

it.each([
  ['Take it with food. Do not take it if', 'Take it with food.'],
  ['It is safe (in most people.) Only when the', 'It is safe (in most people.)'],
  ['Start with 500 mg. Then up to 2.', 'Start with 500 mg.'],
  ['Is it safe? Yes', 'Is it safe?'],
  ['It is safe in pregnancy', ''],
])('keeps of %j the finished sentences', (text, kept) => {
  expect(wholeSentences(text)).toBe(kept);
});
