import { ALL_DEPARTMENTS, type Audience, type Principal, type Scope } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';

export const DEMO_TENANT = 'demo';

/** Who one may be on one's own machine with GALEN_AUTH=none. */
const DEMO_PRINCIPALS: Readonly<Record<string, Principal>> = {
  // The machine's owner may do everything; the emergency gate treats them as a patient.
  owner: demo('owner', 'patient', ['public', 'internal', 'private'], [ALL_DEPARTMENTS]),
  patient: demo('patient', 'patient', ['public'], []),
  clinician: demo('clinician', 'clinician', ['public', 'internal'], ['clinical']),
  researcher: demo('researcher', 'researcher', ['public'], []),
  'staff-general': demo('staff-general', 'staff', ['public', 'internal'], ['general']),
  'staff-hr': demo('staff-hr', 'staff', ['public', 'internal', 'private'], ['hr']),
  'staff-it': demo('staff-it', 'staff', ['public', 'internal', 'private'], ['it']),
  admin: demo('admin', 'admin', ['public', 'internal', 'private'], [ALL_DEPARTMENTS]),
};

export function demoNames(): string[] {
  return Object.keys(DEMO_PRINCIPALS);
}

/** The demo principal of that name; the owner without one. */
export function demoPrincipal(name: string | undefined): Principal {
  const wanted = name ?? 'owner';
  const found = Object.hasOwn(DEMO_PRINCIPALS, wanted) ? DEMO_PRINCIPALS[wanted] : undefined;
  if (found) return found;
  const names = Object.keys(DEMO_PRINCIPALS).join(', ');
  throw new GalenError('UNAUTHENTICATED', { problem: `unknown demo principal; known: ${names}` });
}

function demo(name: string, audience: Audience, scopes: Scope[], departments: string[]): Principal {
  return { user_id: name, tenant_id: DEMO_TENANT, audience, role: name, scopes, departments };
}
