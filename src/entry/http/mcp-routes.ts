import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Galen } from '../compose.ts';
import { offerTools } from '../mcp-server/offer-tools.ts';
import type { App } from './route.ts';

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
