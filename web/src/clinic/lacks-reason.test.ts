import { describe, expect, it } from 'vitest';
import type { SafetyFinding } from '../../../src/domain/approval.ts';
import { lacksReason } from './lacks-reason.ts';

const finding = (severity: SafetyFinding['severity']): SafetyFinding => ({
  check: 'allergy',
  severity,
  message: '',
  evidence: [],
});

describe('lacksReason', () => {
  it('wants one for every no', () => {
    expect(lacksReason('reject', [], '  ')).toBe(true);
    expect(lacksReason('reject', [], 'a better drug is at hand')).toBe(false);
  });

  it('wants one for a yes only against a severe finding', () => {
    expect(lacksReason('approve', [finding('moderate')], '')).toBe(false);
    expect(lacksReason('approve', [finding('major')], '')).toBe(true);
    expect(lacksReason('approve', [finding('contraindicated')], 'no other drug helps')).toBe(false);
  });

  it('wants none for changed values, which are checked first', () => {
    expect(lacksReason('edit', [finding('major')], '')).toBe(false);
  });
});
