import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineTask } from '../../llm/define-task.ts';
import { EvidenceSection } from './gather-evidence.ts';
import { quoteEvidence } from './quote-evidence.ts';
import { synthesizeResponsePrompt } from './synthesize-response.prompt.ts';

const SynthesisInput = z.object({
  question: z.string(),
  language: Language,
  isJudgement: z.boolean(),
  thinking: z.string(),
  turns: z.array(z.object({ author: z.string(), text: z.string() })),
  evidence: z.array(RankedPassage),
  sections: z.array(EvidenceSection),
});
export type SynthesisInput = z.infer<typeof SynthesisInput>;

export const synthesizeResponseTask = defineTask({
  name: 'synthesize-response',
  input: SynthesisInput,
  output: z.string().min(1),
  prompt: synthesizeResponsePrompt,
  /** Answers when no model can: in the sources' own sentences. */
  twin: quoteEvidence,
});
