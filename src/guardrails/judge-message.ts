import { detectInjection } from './detect-injection.ts';
import type { InjectionFinding } from './injection-finding.ts';
import { plainForm } from './plain-form.ts';
import { HEALTH_STEM } from './tables/health-stems.ts';

/**
 * What in an asker's message looks like an attack, clear ones first. Orders that would be doubtful among words of
 * health are clear in a message that has none: there is nothing else in it to answer. Whoever tells of an emergency gets
 * the benefit of the doubt.
 */
export function judgeMessage(message: string, { isEmergency = false } = {}): InjectionFinding[] {
  const findings = detectInjection(message);
  if (findings[0]?.strength !== 'doubtful' || isEmergency) return findings;
  if (HEALTH_STEM.test(plainForm(message).text)) return findings;
  const orders = findings.filter(isOrder).map((finding) => ({ ...finding, strength: 'clear' as const }));
  return [...orders, ...findings.filter((finding) => !isOrder(finding))];
}

/** Rules may be asked about with no word of health: "what if I do not follow the instructions?" */
const isOrder = ({ category, kind }: InjectionFinding) => category === 'prompt' && kind !== 'override';
