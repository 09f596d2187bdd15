import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';

const Question = z.strictObject({
  id: z.string(),
  question: z.string(),
  language: Language,
  /** Rules and words were set by the first; the second, written last, only tells how they do. */
  split: z.enum(['tune', 'held']),
});
const AnswerableQuestion = Question.extend({
  /** The sample document that answers it. */
  document: z.string(),
});
const OffTopicQuestion = Question.extend({
  /** Medical: a subject that the sample knowledge does not treat. Shared words: another subject in medical words. */
  kind: z.enum(['everyday', 'shared-words', 'medical']),
});

export type AnswerableQuestion = z.infer<typeof AnswerableQuestion>;
export type OffTopicQuestion = z.infer<typeof OffTopicQuestion>;
export type Split = z.infer<typeof Question>['split'];

export interface CalibrationSet {
  answerable: AnswerableQuestion[];
  offTopic: OffTopicQuestion[];
}

/** Questions that the sample knowledge answers, and questions that it does not. */
export async function loadQuestions(): Promise<CalibrationSet> {
  return {
    answerable: z.array(AnswerableQuestion).parse(await readJson('answerable.json')),
    offTopic: z.array(OffTopicQuestion).parse(await readJson('off-topic.json')),
  };
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
}
