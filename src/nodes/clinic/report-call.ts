import type { Language } from '../../domain/language.ts';
import type { CallReport, TimelineStep } from './clinic-state.ts';

/** The reports with this one; an earlier attempt at the same call is forgotten. */
export function withReport(reports: readonly CallReport[], report: CallReport): CallReport[] {
  return [...reports.filter(({ call }) => call.call_id !== report.call.call_id), report];
}

/** What the details panel shows of a call. */
export function callSteps({ call, status, message }: CallReport, language: Language): TimelineStep[] {
  return [
    { step: 'tool', tool: call.tool, query: call.query },
    { step: 'result', tool: call.tool, status, detail: message[language] },
  ];
}
