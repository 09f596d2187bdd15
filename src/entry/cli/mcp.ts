import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { demoPrincipal } from '../demo-principals.ts';
import { offerTools } from '../mcp-server/offer-tools.ts';
import { withGalen } from './with-galen.ts';

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
