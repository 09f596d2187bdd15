import { getConnInfo } from '@hono/node-server/conninfo';
import { createMiddleware } from 'hono/factory';
import { GalenError } from '../../domain/errors.ts';

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/u;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu;

/**
 * Without authentication only this machine may ask, and only by its own name: a page of another site, or a
 * name that was made to point here, is turned away.
 */
export const guardOrigin = createMiddleware(async (c, next) => {
  const address = getConnInfo(c).remote.address ?? '';
  const origin = c.req.header('origin');
  const isLocal =
    LOOPBACK_ADDRESS.test(address) &&
    LOOPBACK_HOST.test(c.req.header('host') ?? '') &&
    c.req.header('sec-fetch-site') !== 'cross-site' &&
    (origin === undefined || LOOPBACK_HOST.test(origin.replace(/^https?:\/\//u, '')));
  if (!isLocal) throw new GalenError('FORBIDDEN');
  await next();
});
