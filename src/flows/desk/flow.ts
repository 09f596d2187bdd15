import type { DeskSettings } from '../../domain/desk-agents.ts';
import { defineFlow } from '../../engine/define-flow.ts';
import type { BackGate } from '../../gates/back-gate.port.ts';
import type { FrontGate } from '../../gates/front-gate.port.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import { backGate } from '../shared/back-gate.ts';
import { frontGate } from '../shared/front-gate.ts';
import { openTurn } from '../shared/open-turn.ts';
import { lookElsewhere, type SearchPorts } from '../shared/search-everything.ts';
import { DeskState } from './desk-work.ts';
import { askOthers } from './steps/ask-others.ts';
import { formatFinal, quoteStatements } from './steps/format-final.ts';
import { orchestrate } from './steps/orchestrate.ts';
import { planTasks } from './steps/plan-tasks.ts';
import { reflectAndRoute } from './steps/reflect-and-route.ts';
import { resolveConflicts } from './steps/resolve-conflicts.ts';
import { runAgents } from './steps/run-agents.ts';
import { sayNotFound } from './steps/say-not-found.ts';
import type { DeskTools } from './tools/desk-tool.ts';

export interface DeskPorts extends SearchPorts {
  frontGate: FrontGate;
  backGate: BackGate;
  gateway: Gateway;
  records: RunRecords;
  settings: DeskSettings;
  tools: DeskTools;
}

/** A question to departments: they search side by side, contradictions are settled by weight, what failed is said. */
export function deskFlow(ports: DeskPorts) {
  return defineFlow({
    name: 'desk',
    state: DeskState,
    maxSteps: 19,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, flow: 'desk' }),
      openTurn: openTurn({ ...ports, flow: 'desk' }),
      orchestrate: orchestrate(ports),
      reflectAndRoute: reflectAndRoute(ports),
      planTasks: planTasks(),
      runAgents: runAgents(ports),
      askOthers: askOthers(),
      resolveConflicts: resolveConflicts(ports),
      formatFinal: formatFinal(ports),
      quoteStatements: quoteStatements(),
      lookElsewhere: lookElsewhere(ports),
      sayNotFound: sayNotFound(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'openTurn', refuse: 'end' },
      openTurn: { opened: 'orchestrate', crisis: 'backGate' },
      orchestrate: { simple: 'planTasks', complex: 'reflectAndRoute' },
      reflectAndRoute: { routed: 'planTasks', chitchat: 'backGate' },
      planTasks: { planned: 'runAgents', 'nobody-to-ask': 'lookElsewhere' },
      runAgents: { ran: 'askOthers' },
      askOthers: { enough: 'resolveConflicts', asked: 'runAgents' },
      resolveConflicts: { resolved: 'formatFinal' },
      formatFinal: { answered: 'backGate', 'nothing-found': 'lookElsewhere' },
      quoteStatements: { quoted: 'backGate', 'nothing-to-quote': 'sayNotFound' },
      lookElsewhere: { answered: 'backGate', 'nothing-found': 'sayNotFound' },
      sayNotFound: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteStatements', unsure: 'sayNotFound' },
    },
  });
}
