import { GalenError } from '../domain/errors.ts';
import type { Bilingual } from '../domain/language.ts';
import type { Tool, ToolOutcome } from './define-tool.ts';
import { quarantine, type SpeaksToModel } from './quarantine.ts';
import type { ToolCall, ToolResult } from './tools.port.ts';

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
  if (!tool.mayUse(call.principal)) return plainResult(tool.name, 'refused', 'not-allowed', NOT_ALLOWED);
  try {
    const result = toResult(tool.name, await tool.run(input, call));
    return { ...result, quarantined: quarantine(result, speaksToModel) };
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
    return plainResult(tool.name, 'unavailable', 'tool-failed', FAILED);
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

function toResult(tool: string, outcome: ToolOutcome<Record<string, unknown>>): ToolResult {
  return { ...EMPTY, ...outcome, tool };
}

const EMPTY: Pick<
  ToolResult,
  | 'reason'
  | 'strategy'
  | 'unchecked'
  | 'output'
  | 'documents'
  | 'passages'
  | 'sources'
  | 'sent'
  | 'quarantined'
> = {
  reason: null,
  strategy: null,
  unchecked: null,
  output: null,
  documents: [],
  passages: [],
  sources: [],
  sent: [],
  quarantined: [],
};

const NOT_ALLOWED = { en: 'You may not use this tool.', vi: 'Bạn không được phép dùng công cụ này.' };
const FAILED = {
  en: 'The tool failed. Nothing was checked; this does not mean that nothing was found.',
  vi: 'Công cụ gặp lỗi. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.',
};
