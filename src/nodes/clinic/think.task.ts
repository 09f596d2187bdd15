import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { readDrugs } from './read-mentions.ts';
import { thinkPrompt } from './think.prompt.ts';

const ThinkInput = z.object({
  question: z.string(),
  language: Language,
  /** The lines of the chart that bear on the question; empty without a patient. */
  chart: z.string(),
  turns: z.array(z.object({ author: z.string(), text: z.string() })),
});
export type ThinkInput = z.infer<typeof ThinkInput>;

export const thinkTask = defineTask({
  name: 'think',
  input: ThinkInput,
  output: z.string().min(1),
  prompt: thinkPrompt,
  maxOutputTokens: 1_024,
  /** Answers when no model can: what bears on the question, drug by drug and line by line. */
  twin: ({ question, language, chart }) => {
    const drugs = readDrugs(`${question} ${chart}`);
    const lines =
      language === 'vi'
        ? [`Cần quyết định: ${question}`, `Thuốc liên quan: ${drugs.join(', ') || 'không nêu'}.`]
        : [`To decide: ${question}`, `Drugs involved: ${drugs.join(', ') || 'none named'}.`];
    return [...lines, ...(chart === '' ? [] : [chart])].join('\n');
  },
});
