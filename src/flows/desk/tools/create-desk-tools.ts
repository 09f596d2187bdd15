import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { Language } from '../../../domain/language.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import type { LogSource } from '../../../tools/log-source.port.ts';
import { markQuarantined } from '../../shared/search-notes.ts';
import { ORCHESTRATOR } from '../desk-work.ts';
import { type DeskTool, type DeskTools, ownResults } from './desk-tool.ts';
import { logTool } from './log-tool.ts';
import { mathTool } from './math-tool.ts';
import { ragTool } from './rag-tool.ts';

const MAX_STATEMENTS = 4;

export const summariseFindingsTask = defineTask({
  name: 'summarise-findings',
  input: z.object({
    query: z.string(),
    language: Language,
    /** Best first. */
    statements: z.array(z.string()),
    about_a_person: z.boolean(),
  }),
  output: z.object({ summary: z.string().max(2_000) }),
  prompt: ({ query, language, statements }, fence) => ({
    system: [
      'You sum up what a department of a hospital found, for a colleague who asked.',
      'Use only the statements given. Copy numbers, dates and units exactly; calculate nothing. At most three short sentences.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...statements.map((text, i) => fence(`statement ${i + 1}`, markQuarantined(text))),
      fence('question', query),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 400,
  /** Answers when no model can: the best statements in their own words. */
  twin: ({ statements }) => ({ summary: statements.slice(0, MAX_STATEMENTS).join(' ') }),
});

const CACHED_RESULTS = 500;

interface ToolPorts {
  passages: PassageIndex;
  reranker: Reranker;
  gateway: Gateway;
  settings: DeskSettings;
  logs: LogSource | null;
  /** The hospital’s, by its IANA name. */
  timeZone: string;
}

/** The four tools that agents have. */
export function createDeskTools(ports: ToolPorts): DeskTools {
  const rag_tool = ragTool({ ...ports, cache: new LRUCache({ max: CACHED_RESULTS }) });
  return {
    rag_tool,
    summary_tool: summaryTool(ports),
    math_tool: mathTool({ ...ports, search: rag_tool }),
    log_tool: logTool(ports),
  };
}

/** Sums up what an agent found. The orchestrator's is only put together: its words are chosen after conflicts are settled. */
function summaryTool({ gateway }: { gateway: Gateway }): DeskTool {
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
