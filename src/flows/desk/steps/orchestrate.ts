import type { Principal } from '../../../domain/access.ts';
import type { DeskAgent, DeskSettings, DeskToolName } from '../../../domain/desk-agents.ts';
import type { DeskOptions } from '../../../domain/desk-request.ts';
import type { Language } from '../../../domain/language.ts';
import type { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { FrontGate } from '../../../gates/front-gate.port.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { chooseAgents, narrowAccess } from '../choose-agents.ts';
import { type DeskFrame, DeskState } from '../desk-work.ts';
import { matchAgents, splitQuestion } from '../match-agents.ts';
import { mayCalculate, wantsCalculation, wantsLogs, wantsSummary } from '../tool-cues.ts';

const SIMPLE_WORDS = 25;

/** Settles who may be asked on whose permission, and whether the question is plain enough to be answered directly. */
export function orchestrate({ settings, frontGate }: { settings: DeskSettings; frontGate: FrontGate }) {
  return defineNode({
    step: 'orchestrate',
    reads: DeskState.pick({ request: true, principal: true, question: true, language: true, history: true }),
    outcomes: ['simple', 'complex'],

    async run({ request, principal, question, language, history }, { clock, emit }) {
      const started_at = clock();
      const { desk } = request;
      const told =
        history.length > 0 ? history : await toldHistory(desk?.history_chat ?? [], language, principal);
      const asked = resolveFollowUp(question, told).question;
      const checked_from = clock();
      const access = narrowAccess(principal, desk?.user_context);
      const agents = chooseAgents(settings, desk?.agents, access);
      const permission_check = { started_at: checked_from, ended_at: clock() };
      const [agent, ...others] = matchAgents(asked, language, agents);
      const isSimple =
        agent !== undefined &&
        others.length === 0 &&
        agents[agent.agent]?.tools.includes('rag_tool') === true &&
        settings.agent_configs.tool_selection_strategy === 'relevance_based' &&
        asked === question &&
        asked.split(/\s+/u).length <= SIMPLE_WORDS &&
        splitQuestion(asked, language, agents).length === 1 &&
        ![wantsCalculation, wantsLogs, wantsSummary].some((wants) => wants(asked));
      const decision = isSimple ? ('direct_execution' as const) : ('reflection_needed' as const);
      emit({ type: 'note', data: { topic: 'desk-orchestrated', decision } });
      const routing = { started_at, ended_at: clock() };
      const frame: DeskFrame = { access, agents, asked, decision, started_at, routing, permission_check };
      if (!isSimple) return { outcome: 'complex' as const, writes: { frame } };
      const routed = {
        refined_query: asked,
        agents: [{ agent: agent.agent, queries: [asked], tools: directTools(asked, agents[agent.agent]) }],
      };
      return { outcome: 'simple' as const, writes: { frame, routed } };
    },
  });

  /** A question that is looked up may want what was found in another unit. */
  function directTools(asked: string, agent: DeskAgent | undefined): DeskToolName[] {
    return (agent?.tools ?? []).filter(
      (tool) => tool === 'rag_tool' || (tool === 'math_tool' && mayCalculate(asked)),
    );
  }

  /** What the request says went before, as far as the front gate lets it in: it is no less untrusted than a question. */
  async function toldHistory(
    chat: DeskOptions['history_chat'],
    language: Language,
    principal: Principal,
  ): Promise<Message[]> {
    const asked = chat.filter(({ role }) => role === 'user').slice(-2);
    const verdicts = await Promise.all(
      asked.map(({ content: message }) => frontGate.check({ message, language, principal, flow: 'desk' })),
    );
    return verdicts.flatMap((verdict, i) =>
      verdict.outcome === 'refuse'
        ? []
        : [
            {
              id: `told-${i}`,
              run_id: 'told',
              author: 'asker' as const,
              text: verdict.message,
              answer: null,
              created_at: asked[i]?.timestamp ?? '',
            },
          ],
    );
  }
}
