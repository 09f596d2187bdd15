import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/** Where the embedded database listens: a unix socket, or loopback TCP where there is none to be had. */
export const SocketAddress = z.union([
  z.object({ path: z.string() }),
  z.object({ host: z.literal('127.0.0.1'), port: z.number().int() }),
]);
export type SocketAddress = z.infer<typeof SocketAddress>;

// sockaddr_un holds 104 bytes on macOS and 108 on Linux, its closing NUL included.
const LONGEST_SOCKET_PATH = 100;
// The driver derives the file's name from the port.
const SOCKET_PORT = 5432;
const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

/** Picks an address only this user can reach; port 0 lets the system choose one. */
export function chooseAddress(dataDir: string): SocketAddress {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: 0 };
  // Absolute, or the driver would take the folder for a host's name.
  const beside = resolve(dataDir, 'socket', SOCKET_FILE);
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_PATH) {
    mkdirSync(dirname(beside), { recursive: true, mode: 0o700 });
    chmodSync(dirname(beside), 0o700);
    return { path: beside };
  }
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'galen-')), SOCKET_FILE);
  if (Buffer.byteLength(elsewhere) <= LONGEST_SOCKET_PATH) return { path: elsewhere };
  rmSync(dirname(elsewhere), { recursive: true });
  return { host: '127.0.0.1', port: 0 };
}

export function removeSocket(address: SocketAddress): void {
  if ('path' in address) rmSync(dirname(address.path), { recursive: true, force: true });
}

/** The address in the driver's words. */
export function driverAddress(address: SocketAddress): { host: string; port: number } {
  return 'path' in address ? { host: dirname(address.path), port: SOCKET_PORT } : address;
}

/** True when something listens there. */
export function answers(address: SocketAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** What the parent tells the database process. It opens nothing before `start`: by then the lock names it. */
export const ToChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), folder: z.string(), address: SocketAddress }),
  z.object({ type: z.literal('count-syncs') }),
  z.object({ type: z.literal('stop') }),
]);
export type ToChild = z.infer<typeof ToChild>;

/** What the database process tells its parent. */
export const FromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: SocketAddress }),
  z.object({ type: z.literal('failed'), problem: z.string() }),
  z.object({ type: z.literal('syncs'), count: z.number().int() }),
]);
export type FromChild = z.infer<typeof FromChild>;
