import { describe, expect, it } from 'vitest';
import { roleOf } from './role-of.ts';
import { CONSULT_ROLES } from './roles.ts';

describe('roleOf', () => {
  it('takes the role that is named, or the asker’s own, or the general one', () => {
    expect(roleOf('doctor_dental', { role: 'patient_dental' }).id).toBe('doctor_dental');
    expect(roleOf(null, { role: 'patient_dental' }).id).toBe('patient_dental');
    expect(roleOf(null, { role: 'owner' }).id).toBe('patient_general');
  });

  it('refuses a role nobody knows and lists those it knows', () => {
    const known = CONSULT_ROLES.map(({ id }) => id).join(', ');
    expect(() => roleOf('surgeon', { role: '' })).toThrow(
      expect.objectContaining({ code: 'ROLE_UNKNOWN', details: { role: 'surgeon', known } }),
    );
  });
});
