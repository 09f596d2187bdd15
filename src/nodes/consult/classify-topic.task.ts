import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { classifyTopicPrompt } from './classify-topic.prompt.ts';

const MAX_LABEL = 200;

export const classifyTopicTask = defineTask({
  name: 'classify-topic',
  model: 'fast',
  input: z.object({
    question: z.string(),
    topics: z.array(z.object({ demuc: z.string(), chu_de_con: z.array(z.string()) })),
    /** The topics of the nearest questions of the knowledge base, nearest first. */
    ranked: z.array(z.object({ demuc: z.string(), chu_de_con: z.string().nullable(), score: z.number() })),
    about_a_person: z.boolean(),
  }),
  output: z.object({ demuc: z.string().max(MAX_LABEL), chu_de_con: z.string().max(MAX_LABEL) }),
  prompt: classifyTopicPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  timeoutMs: 5_000,
  /** Answers when no model can: the topic of the questions that are most like the asked one. */
  twin: ({ ranked: [nearest] }) => ({
    demuc: nearest?.demuc ?? '',
    chu_de_con: nearest?.chu_de_con ?? '',
  }),
});
