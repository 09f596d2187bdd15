import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { App } from './route.ts';

const LOOPBACK = '127.0.0.1';

export interface Listening {
  port: number;
  /** Takes no more requests and lets those in progress finish. */
  close(): Promise<void>;
}

/** Puts the app on a port of this machine; port 0 is any free one. */
export function listen(app: App, port: number, hostname = LOOPBACK): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, (address: AddressInfo) => {
      server.off('error', reject);
      resolve({
        port: address.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            // Streams that nobody ends would keep the server open for ever.
            if ('closeAllConnections' in server)
              setTimeout(() => server.closeAllConnections(), 1_000).unref();
          }),
      });
    });
    server.on('error', reject);
  });
}
