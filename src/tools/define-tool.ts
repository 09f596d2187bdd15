import type { z } from 'zod';
import type { Principal } from '../domain/access.ts';
import type { Bilingual } from '../domain/language.ts';
import type { KnowledgeDocument, RankedPassage } from '../domain/passage.ts';
import type { ErrorStrategy } from './http/outside-answer.ts';
import type { ToolCall, ToolSource, ToolStatus } from './tools.port.ts';

/** How a tool's own work ended; what is left out is empty. */
export interface ToolOutcome<Output> {
  status: Exclude<ToolStatus, 'refused' | 'invalid'>;
  reason?: string;
  strategy?: ErrorStrategy;
  message: Bilingual;
  /** What could not be looked at, though something was found. */
  unchecked?: Bilingual;
  output?: Output;
  documents?: KnowledgeDocument[];
  passages?: RankedPassage[];
  sources?: ToolSource[];
  sent?: string[];
}

interface ToolTraits {
  name: string;
  /** For whoever chooses among tools. */
  description: Bilingual;
  /** True: it changes a chart, and so only ever proposes. */
  isWrite: boolean;
  mayUse(principal: Principal): boolean;
}

/** A tool of any shape. */
export interface Tool extends ToolTraits {
  input: z.ZodObject;
  output: z.ZodObject;
  /** Takes what `input` accepted. */
  run(input: unknown, call: Required<ToolCall>): Promise<ToolOutcome<Record<string, unknown>>>;
}

/** A tool: its two schemas, who may use it, and what it does. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolTraits & {
    input: Input;
    output: Output;
    run(input: z.output<Input>, call: Required<ToolCall>): Promise<ToolOutcome<z.output<Output>>>;
  },
): Tool {
  return { ...tool, run: async (input, call) => tool.run(tool.input.parse(input), call) };
}

export function anyone(): boolean {
  return true;
}
