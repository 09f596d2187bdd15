import { dropStrayMarks } from './check-form.ts';
import { detectInjection } from './detect-injection.ts';
import type { InjectionFinding } from './injection-finding.ts';

export interface ScreenedText {
  /** What may be shown to a model, as data: the text without the marks that nobody sees. */
  text: string;
  /** What in it speaks to a model. Any at all quarantines the text: kept, marked, never obeyed. Offsets are in the text as given. */
  findings: InjectionFinding[];
}

/** Looks through a document or a tool's result for words meant for a model. Code in it harms nobody: it is never run. */
export function screenUntrusted(text: string): ScreenedText {
  const findings = detectInjection(text).filter(
    ({ category, strength }) => category === 'prompt' && strength === 'clear',
  );
  return { text: dropStrayMarks(text), findings };
}

/** Those spans of a text that hold nothing meant for a model. */
export function withoutOrders<Span extends { start: number; end: number }>(
  text: string,
  spans: Span[],
): Span[] {
  const { findings } = screenUntrusted(text);
  if (findings.length === 0) return spans;
  return spans.filter(({ start, end }) => !findings.some((found) => found.start < end && start < found.end));
}
