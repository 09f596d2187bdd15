import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';
import { sayCounts } from './count-tasks.ts';
import type { Plan, PlanTask } from './read-plan.ts';

/** The plan of a desk run as it goes: tasks by department, and how far it is. */
export function PlanView({ plan, isDone }: { plan: Plan; isDone: boolean }) {
  const { t } = useText();
  const { tasks } = plan;
  const percentage = isDone ? 100 : plan.percentage;
  const agents = [...new Set(tasks.map(({ agent }) => agent))];
  return (
    <section className="card mb-4 p-4" aria-label={t.plan}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h3 className="font-semibold">{t.plan}</h3>
        <span className="text-muted text-sm tabular-nums" aria-live="polite">
          {sayCounts(tasks, t)} · {Math.round(percentage)} %
        </span>
      </div>
      <progress className="sr-only" value={percentage} max={100} aria-label={t.plan} />
      <svg
        className="mb-3 block h-1.5 w-full overflow-hidden rounded-full"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
        aria-hidden="true"
      >
        <rect width="100" height="1" className="fill-line" />
        <rect width={percentage} height="1" className="fill-accent" />
      </svg>
      <div className={`grid gap-3 ${agents.length > 1 ? 'sm:grid-cols-2' : ''}`}>
        {agents.map((agent) => (
          <div key={agent} className="rounded-lg bg-sunken p-3">
            <p className="eyebrow mb-1.5">{t.departments[agent] ?? agent}</p>
            <ul className="space-y-1.5 text-sm">
              {tasks
                .filter((task) => task.agent === agent)
                .map((task, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a plan's tasks never change places, and may be alike.
                  <TaskLine key={i} task={task} />
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function TaskLine({ task }: { task: PlanTask }) {
  const { t } = useText();
  const { status, tool, purpose } = task;
  return (
    <li className="flex gap-2">
      <span
        className={`mt-0.5 ${status === 'failed' ? 'text-danger' : status === 'completed' ? 'text-accent' : 'text-muted'}`}
      >
        {status === 'completed' && <Icon name="check" size={16} />}
        {status === 'failed' && <Icon name="close" size={16} />}
        {(status === 'pending' || status === 'running' || status === 'skipped') && (
          <span
            className={`m-1 block size-2 rounded-full ${status === 'running' ? 'pulse bg-accent' : 'border border-edge'}`}
          />
        )}
      </span>
      <span>
        {purpose}
        <span className="text-muted">
          {' '}
          · {t.tools[tool] ?? tool} · {t.taskStatus[status]}
        </span>
      </span>
    </li>
  );
}
