import type { Context } from 'hono';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { demoPrincipal } from './demo-principals.ts';

/** Who sends a request, as GALEN_AUTH has it: a demo principal by name, or whoever the key is for. */
export async function principalOf(
  { config, keys }: Pick<Galen, 'config' | 'keys'>,
  c: Context,
): Promise<Principal> {
  if (config.GALEN_AUTH === 'none') return demoPrincipal(c.req.header('x-galen-as'));
  const secret = /^Bearer (\S+)$/iu.exec(c.req.header('authorization') ?? '')?.[1];
  // The same words for a missing, unknown, expired and revoked key: a stranger learns nothing by trying.
  const principal = secret === undefined ? null : await keys.principalOf(secret, new Date().toISOString());
  if (principal === null) throw new GalenError('UNAUTHENTICATED', { problem: 'a valid key is needed' });
  return principal;
}
