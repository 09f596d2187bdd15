import { z } from 'zod';
import { BAD_ARGUMENTS, NO_SUCH_TOOL, TOOL_NOT_ALLOWED } from '../../texts/tools.ts';
import { orAbort } from '../domain/signals.ts';
import { plainResult, type RunToolPorts, runTool, type Tool } from './define-tool.ts';
import type { RemoteServer } from './remote-server.ts';
import type { ToolCall, ToolResult, Tools } from './tools.port.ts';
import { withholdPatients } from './withhold-patients.ts';

export interface ToolboxOptions extends RunToolPorts {
  tools: readonly Tool[];
  remotes: readonly RemoteServer[];
}

/** All tools behind one port: Galen's own, called directly, and those of further MCP servers. */
export function createToolbox({ tools, remotes, ...ports }: ToolboxOptions): Tools {
  const own = new Map(tools.map((tool) => [tool.name, tool]));
  const withheld = withholdPatients();

  async function callOwn(tool: Tool, args: object, call: Required<ToolCall>): Promise<ToolResult> {
    // The parser's own words may repeat what was sent.
    if (!tool.input.safeParse(args).success) return badArguments(tool.name);
    const result = await runTool(tool, args, call, ports);
    withheld.learn(call.runId, result.output);
    return result;
  }

  return {
    async list(principal) {
      const further = await Promise.all(
        remotes.filter((remote) => remote.mayUse(principal)).map((remote) => remote.list()),
      );
      const allowed = tools.filter((tool) => tool.mayUse(principal));
      return [
        ...allowed.map(({ name, description, input, isWrite }) => ({
          name,
          description,
          parameters: z.toJSONSchema(input, { io: 'input' }),
          isWrite,
          server: 'galen',
        })),
        ...further.flat(),
      ];
    },

    async call(name, args, given) {
      given.signal.throwIfAborted();
      const call = { ...given, withheld: [...(given.withheld ?? []), ...withheld.wordsOf(given.runId)] };
      if (!isRecord(args)) return badArguments(name);
      const tool = own.get(name);
      // Who gives up need not wait for a tool that is deaf to the signal.
      if (tool) return orAbort(callOwn(tool, args, call), call.signal);
      const dot = name.indexOf('.');
      const remote = remotes.find((candidate) => candidate.name === name.slice(0, dot));
      if (!remote) return plainResult(name, 'invalid', 'unknown-tool', NO_SUCH_TOOL);
      if (!remote.mayUse(call.principal))
        return plainResult(name, 'refused', 'not-allowed', TOOL_NOT_ALLOWED);
      return remote.call(name.slice(dot + 1), args, call);
    },

    async close() {
      await Promise.all(remotes.map((remote) => remote.close()));
    },
  };
}

function badArguments(name: string): ToolResult {
  return plainResult(name, 'invalid', 'bad-arguments', BAD_ARGUMENTS, 'retry_reformulate');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
