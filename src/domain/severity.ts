import type { FindingSeverity } from './approval.ts';
import type { Bilingual } from './language.ts';

/** What each severity is called. */
export const SEVERITY_WORDS: Readonly<Record<FindingSeverity, Bilingual>> = {
  contraindicated: { en: 'contraindicated', vi: 'chống chỉ định' },
  major: { en: 'major', vi: 'nghiêm trọng' },
  moderate: { en: 'moderate', vi: 'trung bình' },
  unknown: { en: 'not checked', vi: 'chưa kiểm tra được' },
  info: { en: 'note', vi: 'lưu ý' },
};

const ORDER: readonly FindingSeverity[] = ['contraindicated', 'major', 'moderate', 'unknown', 'info'];

/** The gravest first. */
export function byGravity(a: { severity: FindingSeverity }, b: { severity: FindingSeverity }): number {
  return ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity);
}
