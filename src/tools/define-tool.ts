import type { z } from 'zod';
import * as texts from '../../texts/tools.ts';
import type { Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import type { Bilingual } from '../domain/language.ts';
import { type ApiName, OUTSIDE_APIS } from './http/outside-apis.ts';
import type { Freshness, Unavailable } from './http/outside-client.ts';
import type { ToolCall, ToolResult, ToolSource } from './tools.port.ts';

/** How a tool's own work ended; what is left out is empty. */
export interface ToolOutcome<Output>
  extends Partial<Omit<ToolResult, 'tool' | 'status' | 'message' | 'output' | 'quarantined'>> {
  status: Exclude<ToolResult['status'], 'refused' | 'invalid'>;
  message: Bilingual;
  output?: Output;
}

/** A call, and who is told each address that is asked for it. */
export type Asking = Required<ToolCall> & { onSend: (url: string) => void };

interface ToolTraits {
  name: string;
  description: Bilingual;
  /** True: it changes a chart, and so only ever proposes. */
  isWrite: boolean;
  mayUse(principal: Principal): boolean;
}

export interface Tool extends ToolTraits {
  input: z.ZodObject;
  output: z.ZodObject;
  run(input: unknown, call: Required<ToolCall>): Promise<ToolOutcome<Record<string, unknown>>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolTraits & {
    input: Input;
    output: Output;
    run(input: z.output<Input>, asking: Asking): Promise<ToolOutcome<z.output<Output>>>;
  },
): Tool {
  return {
    ...tool,
    async run(input, call) {
      const sent: string[] = [];
      const outcome = await tool.run(tool.input.parse(input), { ...call, onSend: (url) => sent.push(url) });
      return { ...outcome, sent };
    },
  };
}

/** A source was asked and has nothing; other words may find something. */
export function notFound(reason: string, message: Bilingual) {
  return { status: 'not-found', reason, strategy: 'retry_reformulate', message } as const;
}

/** Says what could not be checked, and that this is no finding. */
export function explainUnavailable(service: string, { reason, strategy }: Unavailable): ToolOutcome<never> {
  const message = texts.serviceUnavailable(service, texts.UNAVAILABLE_REASONS[reason]);
  return { status: 'unavailable', reason, strategy, message };
}

/** Says of a service beside another that has answered that it was not read. */
export function explainUnread(service: string, { reason }: Unavailable): Bilingual {
  return texts.serviceUnread(service, texts.UNAVAILABLE_REASONS[reason]);
}

/** Where an answer came from, and its age, for whoever reads the result. */
export function sourceOf(api: ApiName, { fetched_at, age_seconds, is_stale }: Freshness): ToolSource {
  return { name: OUTSIDE_APIS[api].title, fetched_at, age_seconds, is_stale };
}

export function anyone(): boolean {
  return true;
}

export interface RunToolPorts {
  speaksToModel: SpeaksToModel;
  logProblem: (problem: string, error: unknown) => void;
}

/** Runs a tool for someone who may use it, and gives the one form of result, whatever happened. */
export async function runTool(
  tool: Tool,
  input: unknown,
  call: Required<ToolCall>,
  { speaksToModel, logProblem }: RunToolPorts,
): Promise<ToolResult> {
  if (!tool.mayUse(call.principal))
    return plainResult(tool.name, 'refused', 'not-allowed', texts.TOOL_NOT_ALLOWED);
  try {
    return toResult(tool.name, await tool.run(input, call), speaksToModel);
  } catch (error) {
    // Giving up is the caller's own doing; what the asker must hear has its own words.
    if (call.signal.aborted) throw error;
    if (error instanceof GalenError) {
      return plainResult(tool.name, 'unavailable', error.code, {
        en: error.body('en').message,
        vi: error.body('vi').message,
      });
    }
    logProblem(`the tool ${tool.name} failed`, error);
    return plainResult(tool.name, 'unavailable', 'tool-failed', texts.TOOL_FAILED);
  }
}

export function plainResult(
  tool: string,
  status: ToolResult['status'],
  reason: string,
  message: Bilingual,
  strategy: ToolResult['strategy'] = 'skip',
): ToolResult {
  return { ...EMPTY, tool, status, reason, strategy, message };
}

export function toResult(
  tool: string,
  outcome: ToolOutcome<Record<string, unknown>>,
  speaksToModel: SpeaksToModel,
): ToolResult {
  const result = { ...EMPTY, ...outcome, tool };
  return { ...result, quarantined: quarantine(result, speaksToModel) };
}

const EMPTY = {
  reason: null,
  strategy: null,
  unchecked: null,
  output: null,
  documents: [],
  passages: [],
  sources: [],
  sent: [],
  quarantined: [],
} satisfies Partial<ToolResult>;

/** Whether a text speaks to a model, rather than to a person. */
export type SpeaksToModel = (text: string) => boolean;

/** The parts of a result that speak to a model: passage ids, and paths into `output`. They stay as they are, and are named. */
function quarantine(
  { passages, output }: Pick<ToolResult, 'passages' | 'output'>,
  speaks: SpeaksToModel,
): string[] {
  const ids = passages
    .filter(({ document, text }) => speaks(`${document.title}\n${text}`))
    .map(({ id }) => id);
  return [...ids, ...pathsIn(output, 'output', speaks)];
}

function pathsIn(value: unknown, path: string, speaks: SpeaksToModel): string[] {
  if (typeof value === 'string') return speaks(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsIn(part, `${path}.${key}`, speaks));
}
