import { useRunEvents } from '../run/use-run-events.ts';
import { PlanView } from './plan-view.tsx';
import { readPlan } from './read-plan.ts';

/** The plan of a desk run that ended before the page was opened. */
export function PlanOfRun({ runId }: { runId: string }) {
  const { value } = useRunEvents(runId);
  const plan = value === null ? null : readPlan(value.progress);
  return plan === null ? null : <PlanView plan={plan} isDone />;
}
