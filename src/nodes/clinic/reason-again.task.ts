import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineTask } from '../../llm/define-task.ts';
import { EvidenceSection } from './gather-evidence.ts';
import { quoteEvidence } from './quote-evidence.ts';
import { reasonAgainPrompt } from './reason-again.prompt.ts';

const ReasonAgainInput = z.object({
  question: z.string(),
  language: Language,
  thinking: z.string(),
  evidence: z.array(RankedPassage),
  sections: z.array(EvidenceSection),
});
export type ReasonAgainInput = z.infer<typeof ReasonAgainInput>;

export const reasonAgainTask = defineTask({
  name: 'reason-again',
  input: ReasonAgainInput,
  output: z.string().min(1),
  prompt: reasonAgainPrompt,
  maxOutputTokens: 1_024,
  /** Answers when no model can: what was found, in its own sentences. */
  twin: ({ thinking, ...input }) => quoteEvidence({ ...input, isJudgement: true }) || thinking,
});
