import { z } from 'zod';
import { SocketAddress } from './socket-address.ts';

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
