import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { TopicEntry } from './topic-list.ts';

export function classifyTopicPrompt(
  input: { question: string; topics: readonly TopicEntry[] },
  fence: Fence,
): Prompt {
  const list = input.topics.map(({ demuc, chu_de_con }) => `${demuc}: ${chu_de_con.join(' | ')}`).join('\n');
  return {
    system: [
      'You sort a medical question under a topic of a knowledge base. The list has a topic a line, its sub-topics after the colon.',
      'demuc: the topic, copied exactly from the list; empty where none fits.',
      'chu_de_con: one of that topic’s own sub-topics, copied exactly; empty where none fits.',
    ].join('\n'),
    user: [fence('topics', list), fence('question', input.question)].join('\n\n'),
  };
}
