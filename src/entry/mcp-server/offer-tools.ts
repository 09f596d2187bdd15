import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Principal } from '../../domain/access.ts';
import type { Audit } from '../../records/audit/audit.ts';
import { createToolServer, type ToolServerOptions } from '../../tools/create-tool-server.ts';
import { auditOfToolCall } from './audit-tool-call.ts';

export type OfferedTools = Omit<ToolServerOptions, 'callerOf' | 'onResult'>;

/** An MCP server for one client outside: the tools this principal may use, but for those that write. */
export function offerTools(
  { offered, audit }: { offered: OfferedTools; audit: Audit },
  principal: Principal,
): McpServer {
  return createToolServer({
    ...offered,
    tools: offered.tools.filter((tool) => !tool.isWrite && tool.mayUse(principal)),
    callerOf: () => ({ principal, runId: randomUUID(), withheld: [] }),
    onResult: (result, call) =>
      audit.append(auditOfToolCall({ id: call.runId, at: new Date().toISOString(), principal, result })),
  });
}
