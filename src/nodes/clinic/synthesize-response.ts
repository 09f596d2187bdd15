import { z } from 'zod';
import { Proposal } from '../../domain/approval.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { isInsufficient } from '../shared/insufficient.ts';
import { quarantineNote } from '../shared/mark-quarantined.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { asksJudgement } from './asks-judgement.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { CALLS_PER_SUBTASK, CallReport, ClinicalContext, Subtask } from './clinic-state.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { maskPrompts } from './mask-prompts.ts';
import { quoteEvidence, quoteNotices } from './quote-evidence.ts';
import { isSmallTalk, replyToSmallTalk } from './small-talk.ts';
import { synthesizeResponseTask } from './synthesize-response.task.ts';
import { TOOL_LABELS } from './tool-labels.ts';
import { TriageDecision } from './triage-decision.ts';
import { withheldFrom } from './withheld-from.ts';

/** Writes the answer from the chart and what tools found. What it claims is checked by the back gate, not here. */
export function synthesizeResponse({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'synthesize',
    reads: z.object({
      language: Language,
      clinical_context: ClinicalContext,
      triage: TriageDecision,
      thinking: z.string().default(''),
      reports: z.array(CallReport).default([]),
      proposals: z.array(Proposal).default([]),
      subtasks: z.array(Subtask).default([]),
    }),
    outcomes: ['answered', 'insufficient', 'nothing'],

    async run({ language, clinical_context, triage, thinking, reports, proposals, subtasks }, context) {
      const { user_input: question, turns } = clinical_context;
      const { route } = triage;
      const usesChart = route === 'reasoning' || route === 'multi_step';
      const patient = usesChart ? clinical_context.patient : null;
      const isJudgement = asksJudgement(route, reports);
      const at = new Date(context.clock()).toISOString();
      const found = gatherEvidence({ question, language, at, patient, reports, proposals });
      const { evidence, sections } = found;
      const gathered = { ...found, is_partial: reports.some(({ status }) => status !== 'ok') };
      const tools = [...new Set(reports.map(({ call }) => TOOL_LABELS[call.tool][language]))];
      const searched = {
        query: question,
        source_types: tools.length > 0 ? tools : null,
        min_evidence_level: null,
      };
      const isCourtesy = evidence.length === 0 && route === 'direct' && isSmallTalk(question);
      if (evidence.length === 0 && !isCourtesy)
        return { outcome: 'nothing' as const, writes: { ...gathered, searched } };
      // Nothing was found: what became of each call is all there is to say, and it needs no other words.
      const notices = quoteNotices(gathered);
      const onlyNotices = sections.every(({ kind }) => kind === 'notice' || kind === 'verdict');
      // What the knowledge base does not hold, Galen says in full: where it looked, and what to ask instead.
      if (!isCourtesy && onlyNotices && route === 'direct')
        return { outcome: 'nothing' as const, writes: { evidence: [], searched } };
      if (!isCourtesy && onlyNotices) {
        const draft = quoteEvidence({ question, language, isJudgement, ...gathered });
        return { outcome: 'answered' as const, writes: { ...gathered, searched, draft, claims: false } };
      }

      // A courtesy rests on no source that a model's words could be held to: code returns it.
      if (isCourtesy) {
        const draft = replyToSmallTalk(question, language);
        return { outcome: 'answered' as const, writes: { ...gathered, draft, claims: false } };
      }
      const quarantined = quarantineNote(evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const withheld = withheldFrom(clinical_context, reports);
      const input = { question, language, isJudgement, thinking, turns, ...gathered };
      const limit = route === 'multi_step' ? 3 + CALLS_PER_SUBTASK * subtasks.length : CALLS_AFTER[route];
      const { output, by } = await gateway.run(
        maskPrompts(synthesizeResponseTask, withheld),
        input,
        withinCalls(context, limit),
      );
      if (isInsufficient(output)) return { outcome: 'insufficient' as const, writes: gathered };
      // A model may pass over what could not be checked; the asker has to hear of it.
      const draft = by === 'twin' || notices === '' ? output : `${output}\n${notices}`;
      return { outcome: 'answered' as const, writes: { ...gathered, searched, draft, claims: true } };
    },
  });
}
