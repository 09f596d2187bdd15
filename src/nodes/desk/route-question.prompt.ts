import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { RouteInput } from './route-question.task.ts';

/** Asks for names from a list: code checks every one of them. */
export function routeQuestionPrompt({ question, history, agents }: RouteInput, fence: Fence): Prompt {
  return {
    system: [
      'You send a question from hospital staff to the departments that can answer it.',
      'is_chitchat: true only for greetings, thanks and small talk that ask nothing of a department.',
      'refined_query: the question made complete and clear, same language, nothing added that was not asked.',
      'agents: the departments that are needed, and no others; for each its own queries, same language, and the tools it needs.',
      'Use math_tool only when something is to be calculated, log_tool only when events in logs are asked for, summary_tool when an agent has several queries.',
      'Departments:',
      ...Object.entries(agents).map(
        ([name, { desc, tools }]) => `- ${name}: ${desc.en}. Tools: ${tools.join(', ')}`,
      ),
    ].join('\n'),
    user: [...history.map((text) => fence('earlier question', text)), fence('question', question)].join(
      '\n\n',
    ),
  };
}
