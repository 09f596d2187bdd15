import type { DeskSettings } from '../../domain/desk-agents.ts';

/** How long an agent without a limit of its own may take: two settings say so, and the lesser holds. */
export function defaultLimit({
  workflow_config,
  agent_configs,
}: Pick<DeskSettings, 'workflow_config' | 'agent_configs'>): number {
  return Math.min(workflow_config.timeout_per_agent_ms, agent_configs.default_timeout_ms);
}
