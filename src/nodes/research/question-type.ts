import { z } from 'zod';

export const QuestionType = z.enum(['SIMPLE', 'COMPARATIVE', 'MULTI_STEP', 'TEMPORAL']);
export type QuestionType = z.infer<typeof QuestionType>;
