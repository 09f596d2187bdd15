import type { Access } from '../../../domain/access.ts';
import type { DeskAgent, DeskAgents, DeskToolName } from '../../../domain/desk-agents.ts';
import type { Language } from '../../../domain/language.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import type { DeskTask, TaskOutcome, ToolResult } from '../desk-work.ts';

/** What a tool is called with. `context.signal` ends with the agent's time. */
export interface ToolCall {
  task: DeskTask;
  /** Null for the orchestrator, which belongs to no department. */
  agent: DeskAgent | null;
  /** All that can be asked: whose subject a question is decides what is believed. */
  agents: DeskAgents;
  access: Access;
  /** The asker's whole question. */
  question: string;
  language: Language;
  about_a_person: boolean;
  /** What the tasks before it brought, those it depends on among them. */
  earlier: readonly TaskOutcome[];
  context: RunContext;
}

/** Throws when it fails. Null when there is nothing for it to do here: no figures to calculate with, say. */
export type DeskTool = (call: ToolCall) => Promise<ToolResult | null>;

export type DeskTools = Readonly<Record<DeskToolName, DeskTool>>;

/** What the agent's own tasks brought, in order. */
export function ownResults({ task, earlier }: Pick<ToolCall, 'task' | 'earlier'>): ToolResult[] {
  return earlier
    .filter((outcome) => task.depends_on.includes(outcome.task.id))
    .flatMap(({ result }) => result ?? []);
}
