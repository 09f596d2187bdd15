import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import { createQueryQueue } from './query-queue.ts';
import type { SocketAddress } from './socket-address.ts';

export interface PgliteServer {
  address: SocketAddress;
  stop(): Promise<void>;
}

/** Speaks PostgreSQL's protocol for a PGlite on a socket, to any number of connections. */
export async function servePglite(db: PGlite, listenOn: SocketAddress): Promise<PgliteServer> {
  // A cast, because the handler's type names its own queue class, which is not exported; it calls these methods only.
  const queryQueue = createQueryQueue(db) as unknown as PGLiteSocketHandlerOptions['queryQueue'];
  const handlers = new Set<PGLiteSocketHandler>();

  const server = createServer((socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true });
    handlers.add(handler);
    for (const event of ['close', 'error']) handler.addEventListener(event, () => handlers.delete(handler));
    void handler.attach(socket);
  });

  // A socket file left by a killed process would make the address look taken; the folder's lock says it is ours.
  if ('path' in listenOn) rmSync(listenOn.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listenOn, resolve);
  });
  const bound = server.address();

  return {
    address: typeof bound === 'object' && bound !== null ? { host: '127.0.0.1', port: bound.port } : listenOn,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...handlers].map((handler) => handler.detach(true)));
      await closed;
    },
  };
}
