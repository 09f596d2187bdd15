import { type Access, ALL_DEPARTMENTS } from '../../domain/access.ts';
import type { DeskAgent, DeskAgents, DeskSettings } from '../../domain/desk-agents.ts';
import type { DeskOptions, RequestedAgent } from '../../domain/desk-request.ts';

/** The agents that can be asked: those of the request, or of the settings; each with the tools that this asker may use. */
export function chooseAgents(
  settings: DeskSettings,
  requested: DeskOptions['agents'],
  access: Access,
): DeskAgents {
  const agents: DeskAgents = requested
    ? Object.fromEntries(
        Object.entries(requested).map(([name, agent]) => [
          name,
          asRequested(name, agent, settings.agents[name]),
        ]),
      )
    : settings.agents;
  const withLogs = mayReadLogs(settings, access);
  return Object.fromEntries(
    Object.entries(agents)
      .map(([name, agent]): [string, DeskAgent] => [
        name,
        { ...agent, tools: agent.tools.filter((tool) => tool !== 'log_tool' || withLogs) },
      ])
      .filter(([, { tools }]) => tools.length > 0),
  );
}

export function mayReadLogs({ log_access }: Pick<DeskSettings, 'log_access'>, access: Access): boolean {
  const { scopes, departments } = access;
  return (
    scopes.includes(log_access.scope) &&
    (departments.includes(ALL_DEPARTMENTS) ||
      log_access.departments.some((name) => departments.includes(name)))
  );
}

/** A request describes an agent in a sentence; where it is a known one, all else stays. A new one is a department of that name. */
function asRequested(name: string, { desc, tools }: RequestedAgent, known: DeskAgent | undefined): DeskAgent {
  const described = { desc: { en: desc, vi: desc }, tools: [...new Set(tools.map((tool) => tool.name))] };
  if (known) return { ...known, ...described };
  // Its own words, as long as nobody has given it better ones.
  const words = desc
    .split(/[,;.]+/u)
    .flatMap((part) => (part.trim() === '' ? [] : [part.trim().slice(0, 100)]));
  return {
    ...described,
    domains: [name],
    words: { en: words, vi: words },
    collections: ['desk'],
    departments: [name],
    scope_order: [],
    timeout_ms: null,
  };
}
