import { z } from 'zod';
import { Scope } from './access.ts';
import { DeskAgentName, DeskToolName } from './desk-agents.ts';

const MAX_HISTORY = 50;

const ChatMessage = z.strictObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string().max(10_000),
  timestamp: z.string().max(100).optional(),
});

/** Who the caller says they ask for. It can only narrow what the authenticated principal may read. */
const UserContext = z.strictObject({
  user_id: z.string().max(200).optional(),
  tenant_id: z.string().max(200).optional(),
  permissions: z.array(Scope).optional(),
  department: z.string().max(100).optional(),
});

/** An agent as a request names it; what it leaves out is as in the settings. */
const RequestedAgent = z.strictObject({
  desc: z.string().min(1).max(500),
  tools: z.array(z.strictObject({ name: DeskToolName, description: z.string().max(500) })).min(1),
  domains: z.array(z.string().min(1).max(100)).max(20).optional(),
  /** Of those that the settings name; others are not searched. */
  collections: z.array(z.string().min(1).max(100)).min(1).max(20).optional(),
  /** No longer than the settings give the agent. */
  timeout_ms: z.number().int().positive().max(600_000).optional(),
});
export type RequestedAgent = z.infer<typeof RequestedAgent>;

/** What a desk question may bring along. */
export const DeskOptions = z.strictObject({
  history_chat: z.array(ChatMessage).max(MAX_HISTORY).default([]),
  user_context: UserContext.default({}),
  agents: z.record(DeskAgentName, RequestedAgent).optional(),
});
export type DeskOptions = z.infer<typeof DeskOptions>;

/** The desk's own input: a query and all that comes with it. */
export const DeskRequest = z.strictObject({ query: z.string(), ...DeskOptions.shape });
