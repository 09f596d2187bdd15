import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { IdSource } from '../../domain/run-context.ts';
import { createToolServer, TOOL_META, type ToolServerOptions } from '../create-tool-server.ts';
import { keepBackPatients } from '../keep-back-patients.ts';
import { plainResult } from '../run-tool.ts';
import { type ToolCall, ToolResult, type Tools } from '../tools.port.ts';
import type { RemoteServer } from './remote-server.ts';

const CALL_MS = 120_000;
/** Which of the calls in progress a request belongs to. The server knows the caller itself; the number only finds it. */
const CALL_KEY = 'galen/call';

export interface McpToolsOptions extends Omit<ToolServerOptions, 'callerOf' | 'onResult'> {
  remotes: readonly RemoteServer[];
  newId: IdSource;
}

/** All tools behind one port: Galen's own over an MCP server in this process, and those of further servers. */
export async function createMcpTools({ remotes, newId, ...options }: McpToolsOptions): Promise<Tools> {
  const calls = new Map<string, Omit<Required<ToolCall>, 'signal'>>();
  const server = createToolServer({
    ...options,
    callerOf: ({ mcpReq }) => {
      const caller = calls.get(String(mcpReq._meta?.[CALL_KEY]));
      if (!caller) throw new Error('a call that nobody made');
      return caller;
    },
  });
  const client = new Client({ name: 'galen', version: options.version });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const keptBack = keepBackPatients();
  const own = new Map(options.tools.map((tool) => [tool.name, tool]));

  async function callOwn(
    name: string,
    args: Record<string, unknown>,
    call: Required<ToolCall>,
  ): Promise<ToolResult> {
    const id = newId();
    calls.set(id, call);
    try {
      const answer = await client.callTool(
        { name, arguments: args, _meta: { [CALL_KEY]: id } },
        { signal: call.signal, timeout: CALL_MS },
      );
      const result = ToolResult.safeParse(answer.structuredContent);
      if (result.success) {
        keptBack.learn(call.runId, result.data.output);
        return result.data;
      }
      // Without a result the server turned the arguments down; its words name fields, and may repeat what was sent.
      return plainResult(name, 'invalid', 'bad-arguments', BAD_ARGUMENTS, 'retry_reformulate');
    } catch (error) {
      call.signal.throwIfAborted();
      options.logProblem(`the tool ${name} gave no result`, error);
      return plainResult(name, 'unavailable', 'tool-failed', NO_RESULT, 'retry_same');
    } finally {
      calls.delete(id);
    }
  }

  return {
    async list(principal) {
      const { tools } = await client.listTools();
      const allowed = tools.filter(({ name }) => own.get(name)?.mayUse(principal));
      const further = await Promise.all(
        remotes.filter((remote) => remote.mayUse(principal)).map((remote) => remote.list()),
      );
      return [
        ...allowed.map(({ name, description = '', inputSchema, _meta }) => ({
          name,
          description: { en: description, vi: String(_meta?.[TOOL_META.vietnamese] ?? description) },
          parameters: inputSchema,
          isWrite: _meta?.[TOOL_META.isWrite] === true,
          server: 'galen',
        })),
        ...further.flat(),
      ];
    },

    async call(name, args, given) {
      given.signal.throwIfAborted();
      const call = { ...given, withheld: [...(given.withheld ?? []), ...keptBack.wordsOf(given.runId)] };
      if (!isRecord(args))
        return plainResult(name, 'invalid', 'bad-arguments', BAD_ARGUMENTS, 'retry_reformulate');
      if (own.has(name)) return callOwn(name, args, call);
      const dot = name.indexOf('.');
      const remote = remotes.find((candidate) => candidate.name === name.slice(0, dot));
      if (!remote) return plainResult(name, 'invalid', 'unknown-tool', UNKNOWN);
      if (!remote.mayUse(call.principal)) return plainResult(name, 'refused', 'not-allowed', NOT_ALLOWED);
      return remote.call(name.slice(dot + 1), args, call);
    },

    async close() {
      await Promise.all([client.close(), ...remotes.map((remote) => remote.close())]);
      await server.close();
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UNKNOWN = { en: 'There is no such tool.', vi: 'Không có công cụ này.' };
const NOT_ALLOWED = { en: 'You may not use this tool.', vi: 'Bạn không được phép dùng công cụ này.' };
const BAD_ARGUMENTS = {
  en: 'The tool cannot be used with these arguments.',
  vi: 'Không thể dùng công cụ với các tham số này.',
};
const NO_RESULT = {
  en: 'The tool gave no result. Nothing was checked; this does not mean that nothing was found.',
  vi: 'Công cụ không cho kết quả. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.',
};
