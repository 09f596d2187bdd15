import { randomUUID } from 'node:crypto';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '../domain/access.ts';
import type { AuditBody } from '../domain/audit-entry.ts';
import type { Audit } from '../records/audit/audit.ts';
import { createToolServer, type ToolServerOptions } from '../tools/create-tool-server.ts';
import type { ToolResult } from '../tools/tools.port.ts';
import { withGalen } from './cli/command.ts';
import type { Galen } from './compose.ts';
import { demoPrincipal } from './demo-principals.ts';
import type { App } from './http/route.ts';

/** The read-only tools over MCP's streamable HTTP. Each request stands alone: it comes with its own principal, and no session is kept. */
export function addMcpRoutes(app: App, galen: Galen): void {
  app.all('/mcp', (c) => {
    const principal = c.get('principal');
    const handler = createMcpHandler(() => offerTools(galen, principal), {
      onerror: (error) => c.get('log').info({ err: error }, 'an MCP request was refused'),
    });
    return handler.fetch(c.req.raw);
  });
}

/** `galen mcp`: the read-only tools over standard input and output, until the client closes them. */
export async function serveMcp(options: { as?: string }): Promise<void> {
  const principal = demoPrincipal(options.as);
  await withGalen(async (galen) => {
    const closed = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
    });
    const server = serveStdio(() => offerTools(galen, principal));
    await closed;
    await server.close();
  });
}

export type OfferedTools = Omit<ToolServerOptions, 'callerOf' | 'onResult'>;

/** An MCP server for one client outside: the tools this principal may use, but for those that write. */
function offerTools(
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

/** What the audit chain keeps of a tool that a client outside called: how it ended and what was read, not what was asked. */
function auditOfToolCall({
  id,
  at,
  principal,
  result,
}: {
  id: string;
  at: string;
  principal: Principal;
  result: ToolResult;
}): AuditBody {
  const { tool, status, reason, passages, quarantined, sent } = result;
  return {
    id,
    at,
    tenant_id: principal.tenant_id,
    user_id: principal.user_id,
    action: 'tool',
    run_id: null,
    question: null,
    details: {
      tool,
      status,
      reason,
      documents: [...new Set(passages.map(({ document_id }) => document_id))],
      quarantined: quarantined.length,
      hosts: [...new Set(sent.map((url) => new URL(url).host))],
    },
  };
}
