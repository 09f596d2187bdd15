import type { DeskSettings } from '../../../domain/desk-agents.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import type { LogSource } from '../../../tools/log-source.port.ts';
import type { DeskTools } from './desk-tool.ts';
import { logTool } from './log-tool.ts';
import { mathTool } from './math-tool.ts';
import { createToolCache, ragTool } from './rag-tool.ts';
import { summaryTool } from './summary-tool.ts';

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
  const rag_tool = ragTool({ ...ports, cache: createToolCache({ maxEntries: CACHED_RESULTS }) });
  return {
    rag_tool,
    summary_tool: summaryTool(ports),
    math_tool: mathTool({ ...ports, search: rag_tool }),
    log_tool: logTool(ports),
  };
}
