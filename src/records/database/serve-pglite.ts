import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { type PGlite, protocol } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import type { SocketAddress } from './socket-address.ts';

/** Speaks PostgreSQL's protocol for a PGlite on a socket, to any number of connections. */
export async function servePglite(db: PGlite, listenOn: SocketAddress) {
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
  const isTcp = typeof bound === 'object' && bound !== null;
  const address: SocketAddress = isTcp ? { host: '127.0.0.1', port: bound.port } : listenOn;

  return {
    address,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...handlers].map((handler) => handler.detach(true)));
      await closed;
    },
  };
}

interface Turn {
  handlerId: number;
  bytes: Uint8Array;
  onData: (data: Uint8Array) => void;
  resolve(sent: number): void;
  reject(error: unknown): void;
}

/** Parse, Bind, Describe, Execute, Close: one query's parts, meaningless to the database without the Sync that ends them. */
const PARTS_OF_A_QUERY = new Set(['P', 'B', 'D', 'E', 'C'].map((letter) => letter.charCodeAt(0)));
const FLUSH = 'H'.charCodeAt(0);

/**
 * Lets several connections share PGlite's one session. Whole queries take turns, and an open transaction keeps the
 * turn. The stock queue takes turns by protocol message: two queries whose messages arrive in pieces are mixed, and one
 * connection's values end up in another's statement.
 */
function createQueryQueue(db: PGlite) {
  const parts = new Map<number, Uint8Array[]>();
  const waiting: Turn[] = [];
  /** The connection inside a transaction, or between a Flush and its Sync. */
  let holder: number | null = null;
  const left = new Set<number>();
  let draining = false;

  async function drain(): Promise<void> {
    if (draining) return;
    draining = true;
    try {
      for (;;) {
        if (holder !== null && left.has(holder)) await abandon();
        const next = holder === null ? 0 : waiting.findIndex((turn) => turn.handlerId === holder);
        const [turn] = next === -1 ? [] : waiting.splice(next, 1);
        if (turn === undefined) return;
        await take(turn);
      }
    } finally {
      draining = false;
    }
  }

  async function take(turn: Turn): Promise<void> {
    let sent = 0;
    try {
      await execute(turn.bytes, (data) => {
        sent += data.length;
        turn.onData(data);
      });
      turn.resolve(sent);
    } catch (error) {
      turn.reject(error);
    }
    holder = db.isInTransaction() || endsWithFlush(turn.bytes) ? turn.handlerId : null;
  }

  /** Its connection went away in the middle: Sync ends a half-sent query, ROLLBACK the transaction. */
  async function abandon(): Promise<void> {
    holder = null;
    await execute(joined([protocol.serialize.sync(), protocol.serialize.query('ROLLBACK')]), () => undefined);
  }

  function execute(bytes: Uint8Array, onRawData: (data: Uint8Array) => void): Promise<void> {
    return db.runExclusive(() => db.execProtocolRawStream(bytes, { onRawData }));
  }

  // What a socket handler asks of its queue; the names are pglite-socket's.
  return {
    async enqueue(handlerId: number, message: Uint8Array, onData: Turn['onData']): Promise<number> {
      const gathered = [...(parts.get(handlerId) ?? []), message];
      if (PARTS_OF_A_QUERY.has(message[0] ?? 0)) {
        parts.set(handlerId, gathered);
        return 0;
      }
      parts.delete(handlerId);
      return new Promise<number>((resolve, reject) => {
        waiting.push({ handlerId, bytes: joined(gathered), onData, resolve, reject });
        void drain();
      });
    },

    clearQueueForHandler(handlerId: number): void {
      parts.delete(handlerId);
      for (let i = waiting.length - 1; i >= 0; i -= 1) {
        if (waiting[i]?.handlerId !== handlerId) continue;
        const [turn] = waiting.splice(i, 1);
        turn?.reject(new Error('the connection was closed'));
      }
    },

    async clearTransactionIfNeeded(handlerId: number): Promise<void> {
      left.add(handlerId);
      await drain();
    },
  };
}

function endsWithFlush(bytes: Uint8Array): boolean {
  return bytes[bytes.length - 5] === FLUSH && bytes[bytes.length - 1] === 4;
}

function joined(messages: readonly Uint8Array[]): Uint8Array {
  return messages.length === 1 && messages[0] !== undefined ? messages[0] : Buffer.concat(messages);
}
