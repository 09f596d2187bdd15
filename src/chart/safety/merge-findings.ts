import type { SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import { say } from './say.ts';

interface Checked {
  drug: string;
  findings: SafetyFinding[];
}

/** The findings of all substances of a prescription, the worst first; of several about one entry of the chart, the worst. */
export function mergeFindings({
  checked,
  others,
  language,
}: {
  checked: readonly Checked[];
  others: readonly SafetyFinding[];
  language: Language;
}): SafetyFinding[] {
  const findings = checked.length < 2 ? checked.flatMap((one) => one.findings) : merged(checked, language);
  return [...others, ...findings].sort(byGravity);
}

function merged(checked: readonly Checked[], language: Language): SafetyFinding[] {
  const isTooMuchOfEach = checked.every(({ findings }) =>
    findings.some(({ check, severity }) => check === 'dose' && severity === 'major'),
  );
  const worst = new Map<string, SafetyFinding>();
  const all = checked.flatMap(({ drug, findings }) =>
    findings
      .filter(({ check }) => check !== 'dose' || isTooMuchOfEach)
      .map((finding) => ({ finding, drug, key: keyOf(finding) })),
  );
  for (const { finding, drug, key } of all.sort((a, b) => byGravity(a.finding, b.finding))) {
    if (worst.has(key)) continue;
    const isShared = all.every((one) => one.key !== key || one.finding.message === finding.message);
    worst.set(key, isShared ? finding : { ...finding, message: `${drug}: ${finding.message}` });
  }
  return isTooMuchOfEach ? [...worst.values()] : [...worst.values(), ownDoseUnknown(language)];
}

function keyOf({ check, evidence, message }: SafetyFinding): string {
  return JSON.stringify([check, evidence[0]?.reference ?? message]);
}

/** One amount for several substances does not say how much of each there is. */
function ownDoseUnknown(language: Language): SafetyFinding {
  const message = {
    en: 'How much of each substance the dose holds is not known: the dose was not checked.',
    vi: 'Chưa rõ hàm lượng từng hoạt chất trong liều: chưa kiểm tra liều.',
  };
  return { check: 'dose', severity: 'unknown', message: say(language, message), evidence: [] };
}
