import type { CallReport } from './clinic-state.ts';
import type { TriageRoute } from './triage-decision.ts';

/** Whether an answer weighs something, rather than show a chart: then the chart's mainstays belong to it. */
export function asksJudgement(route: TriageRoute, reports: readonly CallReport[]): boolean {
  if (route === 'reasoning') return true;
  const onlyShows = reports.every(({ call }) => ['search_patient', 'get_patient_chart'].includes(call.tool));
  return route === 'multi_step' && !onlyShows;
}
