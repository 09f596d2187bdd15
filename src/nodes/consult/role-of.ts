import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import { CONSULT_ROLES, type ConsultRole, GENERAL_ROLE } from './roles.ts';

/**
 * The role someone asks in: the one they name, their own where it is one of these, or the general one. What is written for
 * doctors, doses among it, is not for everyone.
 */
export function roleOf(named: string | null, principal: Pick<Principal, 'role' | 'audience'>): ConsultRole {
  const role = named === null ? (findRole(principal.role) ?? consultRole(GENERAL_ROLE)) : consultRole(named);
  const isProfessional = principal.audience !== 'patient' || principal.role === 'owner';
  if (role.audience === 'clinician' && !isProfessional) throw new GalenError('FORBIDDEN');
  return role;
}

export function consultRole(id: string): ConsultRole {
  const role = findRole(id);
  if (role) return role;
  const known = CONSULT_ROLES.map((candidate) => candidate.id).join(', ');
  throw new GalenError('ROLE_UNKNOWN', { role: id, known });
}

function findRole(id: string): ConsultRole | undefined {
  return CONSULT_ROLES.find((candidate) => candidate.id === id);
}
