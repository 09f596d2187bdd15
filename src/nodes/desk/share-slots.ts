import type { DeskTask } from './desk-work.ts';

export interface AgentShare {
  agent: string;
  tasks: DeskTask[];
  /** How many of its tasks may run at once. */
  slots: number;
}

/** The tasks of a group agent by agent, each with its part of the slots: an agent that hangs holds no others'. */
export function shareSlots(tasks: readonly DeskTask[], limit: number): AgentShare[] {
  const agents = [...new Set(tasks.map(({ agent }) => agent))];
  const shares = agents.map((agent) => ({
    agent,
    tasks: tasks.filter((task) => task.agent === agent),
    slots: 1,
  }));
  let free = limit - shares.length;
  while (free > 0) {
    // To the one that has most tasks for each slot, as long as one has more tasks than slots.
    const [neediest] = shares
      .filter((share) => share.tasks.length > share.slots)
      .sort((a, b) => b.tasks.length / b.slots - a.tasks.length / a.slots);
    if (!neediest) break;
    neediest.slots += 1;
    free -= 1;
  }
  return shares;
}
