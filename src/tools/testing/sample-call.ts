import type { Principal } from '../../domain/access.ts';
import type { ToolCall } from '../tools.port.ts';

export const CLINICIAN: Principal = {
  user_id: 'u1',
  tenant_id: 't1',
  audience: 'clinician',
  role: 'clinician',
  scopes: ['public', 'internal'],
  departments: ['clinical'],
};

export const PATIENT: Principal = {
  ...CLINICIAN,
  user_id: 'u2',
  audience: 'patient',
  role: 'patient',
  scopes: ['public'],
};

export function sampleCall(changes: Partial<ToolCall> = {}): Required<ToolCall> {
  return {
    principal: CLINICIAN,
    signal: new AbortController().signal,
    runId: 'r1',
    withheld: [],
    ...changes,
  };
}
