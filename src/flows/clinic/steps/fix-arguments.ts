import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/ask-unless-certain.ts';
import { buildArguments } from '../build-arguments.ts';
import { CALLS_AFTER, CALLS_PER_SUBTASK, reading } from '../clinic-state.ts';
import { ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { maskPrompts } from '../mask-names.ts';
import { validateArguments } from './validate-call.ts';

/** Puts a call's query into other words, once. What is still missing then is the asker's to say. */
export function fixArguments({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'fix-arguments',
    reads: reading(
      'language',
      'call',
      'problem',
      'parsed_request',
      'clinical_context',
      'fixes',
      'loop',
    ).partial({ loop: true }),
    outcomes: ['fixed', 'needs-input'],

    async run({ language, call, problem, parsed_request, clinical_context, fixes, loop }, context) {
      // What is to be written is in the asker's words or it is not: no other words stand in for them.
      if (WRITE_TOOLS.has(call.tool))
        return { outcome: 'needs-input' as const, writes: { fixes: fixes + 1 } };
      const { patient } = clinical_context;
      const spent = context.budget.spent().llm_calls;
      const limit = loop ? spent + CALLS_PER_SUBTASK - loop.calls : CALLS_AFTER.fix_lookup;
      const { output } = await gateway.run(
        maskPrompts(fixArgumentsTask, patient?.withheld ?? []),
        { tool: call.tool, query: call.query, problem, request: parsed_request.text },
        withinCalls(context, limit),
      );
      const { query } = output;
      const fixed = {
        ...call,
        query,
        args: buildArguments(call.tool, query, { request: parsed_request, patient, language }),
      };
      const left = validateArguments(fixed, clinical_context);
      const calls = context.budget.spent().llm_calls - spent;
      const writes = {
        call: fixed,
        fixes: fixes + 1,
        ...(loop ? { loop: { ...loop, calls: loop.calls + calls } } : {}),
      };
      return left === null
        ? { outcome: 'fixed' as const, writes }
        : {
            outcome: 'needs-input' as const,
            writes: { ...writes, problem: left.problem, missing: left.missing },
          };
    },
  });
}

function fixArgumentsPrompt({ tool, query, problem, request }: FixInput, fence: Fence): Prompt {
  return {
    system: [
      `The tool ${tool} was called with a query that it cannot use: ${problem}.`,
      'Write the query anew from the request. Use only drugs, conditions and names that stand in the request.',
    ].join('\n'),
    user: [fence('query', query), fence('request', request)].join('\n\n'),
  };
}

const FixInput = z.object({
  tool: ToolName,
  query: z.string(),
  problem: z.string(),
  request: z.string(),
});
type FixInput = z.infer<typeof FixInput>;

const fixArgumentsTask = defineTask({
  name: 'fix-arguments',
  model: 'fast',
  input: FixInput,
  output: z.object({ query: z.string().min(1).max(1_000) }),
  prompt: fixArgumentsPrompt,
  maxOutputTokens: 150,
  timeoutMs: 8_000,
  /** Answers when no model can: reads the whole request in place of a part of it. */
  twin: ({ query, request }) => ({ query: query.includes(request) ? query : `${query} ${request}`.trim() }),
});
