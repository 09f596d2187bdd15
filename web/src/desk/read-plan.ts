export interface PlanTask {
  agent: string;
  tool: string;
  purpose: string;
  message: string;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped';
}

export interface Plan {
  tasks: readonly PlanTask[];
  percentage: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The plan of a desk run and how far it is, from its progress events; null before there is one. */
export function readPlan(progress: readonly Fields[]): Plan | null {
  let plan: Plan | null = null;
  for (const { output } of progress) if (isFields(output)) plan = advance(plan, output);
  return plan;
}

function advance(plan: Plan | null, output: Fields): Plan | null {
  const told = {
    percentage:
      typeof output.progress_percentage === 'number' ? output.progress_percentage : (plan?.percentage ?? 0),
  };
  if (isFields(output.plan_summary)) {
    const tasks = Array.isArray(output.plan_summary.tasks) ? output.plan_summary.tasks : [];
    return { ...told, tasks: tasks.filter(isFields).map(taskOf) };
  }
  if (plan === null) return null;
  if (isFields(output.current_task)) {
    return { ...told, tasks: withStatus(plan.tasks, output.current_task, ['pending'], 'running') };
  }
  if (isFields(output.completed_task)) {
    const { status } = output.completed_task;
    const end = status === 'failed' || status === 'skipped' ? status : 'completed';
    return { ...told, tasks: withStatus(plan.tasks, output.completed_task, ['running', 'pending'], end) };
  }
  return { ...plan, ...told };
}

/** The first task of that agent, tool and purpose that is in one of these states changes; several may be alike. */
function withStatus(
  tasks: readonly PlanTask[],
  named: Fields,
  from: readonly PlanTask['status'][],
  to: PlanTask['status'],
): PlanTask[] {
  for (const state of from) {
    const at = tasks.findIndex(
      ({ agent, tool, purpose, status }) =>
        status === state && agent === named.agent && tool === named.tool && purpose === named.purpose,
    );
    if (at >= 0) return tasks.map((task, i) => (i === at ? { ...task, status: to } : task));
  }
  return [...tasks];
}

function taskOf(task: Fields): PlanTask {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    agent: text(task.agent),
    tool: text(task.tool),
    purpose: text(task.purpose),
    message: text(task.message),
    status: 'pending',
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
