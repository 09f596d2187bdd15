import { describe, expect, it } from 'vitest';
import { loadTypedQuestions, measureQuestionTypes, QUESTION_TYPE_FLOORS } from './question-types.ts';

const items = loadTypedQuestions();
const measured = measureQuestionTypes(items);

describe('the set of question types', () => {
  it('is large, in both languages, of all four types, each question once', () => {
    expect(items.length).toBeGreaterThanOrEqual(200);
    for (const language of ['en', 'vi'] as const)
      expect(items.filter((item) => item.language === language).length).toBeGreaterThanOrEqual(100);
    expect(Object.keys(measured.held.by_type)).toHaveLength(4);
    for (const { questions } of Object.values(measured.all.by_type))
      expect(questions).toBeGreaterThanOrEqual(50);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(new Set(items.map(({ question }) => question)).size).toBe(items.length);
  });
});

describe('the rules for question types', () => {
  it.each(['tune', 'held', 'all'] as const)('tell them apart (%s)', (split) => {
    expect(measured[split].accuracy).toBeGreaterThanOrEqual(QUESTION_TYPE_FLOORS.accuracy);
  });

  it('are right where they call themselves certain, and are so often', () => {
    const { certain, questions } = measured.tune;
    expect(certain.precision).toBeGreaterThanOrEqual(QUESTION_TYPE_FLOORS.certain_precision);
    expect(certain.questions / questions).toBeGreaterThan(0.5);
  });
});
