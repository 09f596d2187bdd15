import type { Texts } from '../text/texts.en.ts';
import type { PlanTask } from './read-plan.ts';

/** How many tasks of a plan were done; what failed or was skipped is told apart. */
export function sayCounts(tasks: readonly Pick<PlanTask, 'status'>[], t: Texts): string {
  const count = (wanted: PlanTask['status']) => tasks.filter(({ status }) => status === wanted).length;
  const [failed, skipped] = [count('failed'), count('skipped')];
  return [
    t.planOf(count('completed'), tasks.length),
    ...(failed > 0 ? [t.planFailed(failed)] : []),
    ...(skipped > 0 ? [t.planSkipped(skipped)] : []),
  ].join(' · ');
}
