import type { Gateway } from '../../llm/gateway.port.ts';

export interface CountingGateway extends Gateway {
  /** The tasks a model was asked, in order. */
  asked: string[];
  /** All that a model was shown. */
  prompts: string[];
}

/** A model that answers every task by script, or as its twin would; it counts its calls and stops when the budget says so. */
export function countingGateway(
  script: Readonly<Record<string, unknown>> = {},
  { callsPerTask = 1 }: { callsPerTask?: number } = {},
): CountingGateway {
  const asked: string[] = [];
  const prompts: string[] = [];
  return {
    asked,
    prompts,
    modelName: 'counted',
    async run(task, input, { budget }) {
      for (let call = 0; call < callsPerTask; call += 1) {
        if (!budget.canCall()) return { output: task.twin(input), by: 'twin', degraded: 'budget-spent' };
        budget.countCall();
        asked.push(task.name);
        const { system, user } = task.prompt(input, (label, text) => `${label}: ${text}`);
        prompts.push(`${system}\n${user}`);
      }
      const output = Object.hasOwn(script, task.name)
        ? task.output.parse(script[task.name])
        : task.twin(input);
      return { output, by: 'counted', degraded: null };
    },
  };
}
