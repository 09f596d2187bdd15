import { z } from 'zod';
import { ERROR_CATALOGUE, type ErrorCode } from './errors.ts';
import { Language } from './language.ts';

// Object.keys forgets the literal types that the catalogue has.
const ErrorCodes = Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]];

/** Why a gate turned a question away. Holds nothing of the question itself. */
export const Refusal = z.object({
  code: z.enum(ErrorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  language: Language,
});
export type Refusal = z.infer<typeof Refusal>;
