import type { Gateway } from '../../../llm/gateway.port.ts';
import { ORCHESTRATOR } from '../desk-work.ts';
import { type DeskTool, ownResults } from './desk-tool.ts';
import { summariseFindingsTask } from './summarise-findings.task.ts';

/** Sums up what an agent found. The orchestrator's is only put together: its words are chosen after conflicts are settled. */
export function summaryTool({ gateway }: { gateway: Gateway }): DeskTool {
  return async (call) => {
    const { task, question, language, about_a_person, context } = call;
    const results = ownResults(call);
    const sentences = results.flatMap((result) => result.sentences).sort((a, b) => b.score - a.score);
    const statements = [...new Set(sentences.map(({ text }) => text))];
    const nothingNew = { passages: [], sentences: [], cached: null };
    if (task.agent === ORCHESTRATOR) {
      const answers = [...new Set(results.map(({ answer }) => answer).filter((answer) => answer !== ''))];
      return answers.length === 0 ? null : { ...nothingNew, answer: answers.join(' '), context: '' };
    }
    if (statements.length === 0) return null;
    const input = { query: task.query || question, language, statements, about_a_person };
    const { output } = await gateway.run(summariseFindingsTask, input, context);
    return { ...nothingNew, answer: output.summary.trim(), context: '' };
  };
}
