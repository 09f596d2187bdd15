import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { asksJudgement } from './asks-judgement.ts';
import { CallReport, ClinicalContext } from './clinic-state.ts';
import { EvidenceSection } from './gather-evidence.ts';
import { plainNotices, quoteEvidence } from './quote-evidence.ts';
import { synthesizeResponseTask } from './synthesize-response.task.ts';
import { TriageDecision } from './triage-decision.ts';

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteResults() {
  return defineNode({
    step: 'quote',
    reads: z.object({
      language: Language,
      clinical_context: ClinicalContext,
      triage: TriageDecision,
      evidence: z.array(RankedPassage),
      sections: z.array(EvidenceSection).default([]),
      reports: z.array(CallReport).default([]),
      quoted: z.boolean().default(false),
    }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ language, clinical_context, triage, evidence, sections, reports, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      const must_tell = plainNotices({ evidence, sections });
      if (quoted) return { outcome: 'nothing-to-quote' as const, writes: { must_tell } };
      const data = { topic: 'task-degraded', task: synthesizeResponseTask.name, reason: 'invalid-output' };
      emit({ type: 'note', data });
      emit({ type: 'note', data: { topic: 'stream-void', task: synthesizeResponseTask.name } });
      const isJudgement = asksJudgement(triage.route, reports);
      const question = clinical_context.user_input;
      const draft = quoteEvidence({ question, language, isJudgement, evidence, sections });
      return draft === ''
        ? { outcome: 'nothing-to-quote' as const, writes: { must_tell } }
        : { outcome: 'quoted' as const, writes: { draft, quoted: true, claims: true } };
    },
  });
}
