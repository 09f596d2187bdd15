import { type Access, ALL_DEPARTMENTS, accessOf, type Principal, Scope } from '../../domain/access.ts';
import type { DeskAgent, DeskAgents, DeskSettings } from '../../domain/desk-agents.ts';
import type { DeskOptions, RequestedAgent } from '../../domain/desk-request.ts';
import { GalenError } from '../../domain/errors.ts';

/** The agents that can be asked: those of the request, or of the settings; each with the tools that this asker may use. */
export function chooseAgents(
  settings: DeskSettings,
  requested: DeskOptions['agents'],
  access: Access,
): DeskAgents {
  const agents: DeskAgents = requested
    ? Object.fromEntries(
        Object.entries(requested).map(([name, agent]) => [name, asRequested(name, agent, settings)]),
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

/**
 * A request describes an agent; what it leaves out of a known one stays. A new one is a department of that name. Where it
 * looks and how long it may take stay within the settings, and what it may read is the asker's access, whatever it says.
 */
function asRequested(
  name: string,
  { desc, tools, ...asked }: RequestedAgent,
  settings: DeskSettings,
): DeskAgent {
  const known = Object.hasOwn(settings.agents, name) ? settings.agents[name] : undefined;
  const configured = new Set(Object.values(settings.agents).flatMap(({ collections }) => collections));
  const collections = (asked.collections ?? known?.collections ?? ['desk']).filter((one) =>
    configured.has(one),
  );
  const atMost = known?.timeout_ms ?? defaultLimit(settings);
  const described = {
    desc: { en: desc, vi: desc },
    // Without a place to look in there is nothing to be searched.
    tools: [...new Set(tools.map((tool) => tool.name))].filter(
      (tool) => tool !== 'rag_tool' || collections.length > 0,
    ),
    collections,
    domains: asked.domains ?? known?.domains ?? [name],
    timeout_ms: Math.min(asked.timeout_ms ?? atMost, atMost),
  };
  if (known) return { ...known, ...described };
  // Its own words, as long as nobody has given it better ones.
  const words = desc
    .split(/[,;.]+/u)
    .flatMap((part) => (part.trim() === '' ? [] : [part.trim().slice(0, 100)]));
  return { ...described, words: { en: words, vi: words }, departments: [name], scope_order: [] };
}

/**
 * What may be read for this question: the principal's access, narrowed by what the request says of its user. A request
 * that speaks for another user or tenant is refused: nobody is believed to be someone else.
 */
export function narrowAccess(principal: Principal, context: DeskOptions['user_context'] = {}): Access {
  const isOther =
    (context.user_id !== undefined && context.user_id !== principal.user_id) ||
    (context.tenant_id !== undefined && context.tenant_id !== principal.tenant_id);
  if (isOther) throw new GalenError('FORBIDDEN');
  const { tenant_id, scopes, departments } = accessOf(principal);
  const { permissions, department } = context;
  // Who may read what is closed may read what is more open: a request that knows two scopes hides nothing between them.
  const most = Math.max(-1, ...(permissions ?? Scope.options).map((scope) => Scope.options.indexOf(scope)));
  const holds = (name: string) => departments.includes(name) || departments.includes(ALL_DEPARTMENTS);
  return {
    tenant_id,
    scopes: scopes.filter((scope) => Scope.options.indexOf(scope) <= most),
    departments: department === undefined ? departments : [department].filter(holds),
  };
}

/** How long an agent without a limit of its own may take: two settings say so, and the lesser holds. */
export function defaultLimit({
  workflow_config,
  agent_configs,
}: Pick<DeskSettings, 'workflow_config' | 'agent_configs'>): number {
  return Math.min(workflow_config.timeout_per_agent_ms, agent_configs.default_timeout_ms);
}
