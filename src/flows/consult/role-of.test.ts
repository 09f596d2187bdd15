import { describe, expect, it } from 'vitest';
import { CONSULT_ROLES, roleOf } from './roles.ts';

describe('roleOf', () => {
  it('takes the role that is named, or the asker’s own, or the general one', () => {
    expect(roleOf('doctor_dental', { role: 'patient_dental', audience: 'clinician' }).id).toBe(
      'doctor_dental',
    );
    expect(roleOf(null, { role: 'patient_dental', audience: 'patient' }).id).toBe('patient_dental');
    expect(roleOf(null, { role: 'owner', audience: 'patient' }).id).toBe('patient_general');
  });

  it('keeps what is written for doctors from patients', () => {
    expect(() => roleOf('doctor_dental', { role: '', audience: 'patient' })).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
    expect(roleOf('doctor_dental', { role: 'owner', audience: 'patient' }).id).toBe('doctor_dental');
  });

  it('refuses an unknown role and lists the known ones', () => {
    const known = CONSULT_ROLES.map(({ id }) => id).join(', ');
    expect(() => roleOf('surgeon', { role: '', audience: 'patient' })).toThrow(
      expect.objectContaining({ code: 'ROLE_UNKNOWN', details: { role: 'surgeon', known } }),
    );
  });
});
