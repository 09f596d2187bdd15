import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutOffProxy {
  url: string;
  /** Breaks every connection where it stands, and takes no new one until `mend`. */
  cut(): void;
  mend(): void;
  /** Each request line and header that came through, a text for each connection, oldest first. */
  asked(): string[];
  /** What was sent back, a text for each connection. */
  answered(): string[];
  close(): Promise<void>;
}

/** Stands between a browser and a server, and fails as a network does: sockets that end in the middle of a word. */
export async function startCutOffProxy(target: string): Promise<CutOffProxy> {
  const { port, hostname } = new URL(target);
  const open = new Set<Socket>();
  const asked: string[] = [];
  const answered: string[] = [];
  let isCut = false;

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    const index = asked.push('') - 1;
    answered.push('');
    near.on('data', (chunk) => {
      asked[index] += chunk.toString('latin1');
    });
    far.on('data', (chunk) => {
      answered[index] += chunk.toString('utf8');
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      // One side gone is the other's end; why it went is what the test is about.
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const { port: own } = server.address() as AddressInfo;
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${own}`,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    asked: () => [...asked],
    answered: () => [...answered],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
