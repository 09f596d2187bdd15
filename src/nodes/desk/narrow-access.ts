import { type Access, ALL_DEPARTMENTS, accessOf, type Principal } from '../../domain/access.ts';
import type { DeskOptions } from '../../domain/desk-request.ts';
import { GalenError } from '../../domain/errors.ts';

/**
 * What may be read for this question: the principal's access, narrowed by what the request says of its user. A request
 * that speaks for another user or tenant is refused: nobody is believed to be someone else.
 */
export function narrowAccess(principal: Principal, context: DeskOptions['user_context'] = {}): Access {
  const isOther =
    (context.user_id !== undefined && context.user_id !== principal.user_id) ||
    (context.tenant_id !== undefined && context.tenant_id !== principal.tenant_id);
  if (isOther) throw new GalenError('FORBIDDEN');
  const { tenant_id, scopes, departments } = accessOf(principal);
  const { permissions, department } = context;
  const holds = (name: string) => departments.includes(name) || departments.includes(ALL_DEPARTMENTS);
  return {
    tenant_id,
    scopes: permissions === undefined ? scopes : scopes.filter((scope) => permissions.includes(scope)),
    departments: department === undefined ? departments : [department].filter(holds),
  };
}
