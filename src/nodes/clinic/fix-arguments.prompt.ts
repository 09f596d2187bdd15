import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { FixInput } from './fix-arguments.task.ts';

export function fixArgumentsPrompt({ tool, query, problem, request }: FixInput, fence: Fence): Prompt {
  return {
    system: [
      `The tool ${tool} was called with a query that it cannot use: ${problem}.`,
      'Write the query anew from the request. Use only drugs, conditions and names that stand in the request.',
    ].join('\n'),
    user: [fence('query', query), fence('request', request)].join('\n\n'),
  };
}
